//! How much memory the machine can give, and how it is reached fast (benches/benches/memory.rs).

mod cgroup;

use std::fs;

/// As many mebibytes as wanted, or the most that the machine can give: three quarters of what is free, and no more than it
/// lets a process ask for. At least one.
pub(crate) fn fit(wanted: usize) -> usize {
    let mut mebibytes = share_of(available(), wanted);
    while mebibytes > 1 && !can_allocate(mebibytes) {
        mebibytes /= 2;
    }
    mebibytes.max(1)
}

/// What is taken of so many free bytes, where so many mebibytes are wanted.
fn share_of(free: Option<u64>, wanted: usize) -> usize {
    let most = free.and_then(|free| usize::try_from((free >> 20) * 3 / 4).ok()).unwrap_or(usize::MAX);
    wanted.min(most)
}

/// Whether the allocator gives so much; nothing is touched.
fn can_allocate(mebibytes: usize) -> bool {
    mebibytes.checked_mul(1 << 20).is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}

/// Bytes that can be used without swapping, as far as the system tells (Linux: the kernel's estimate, and what the control
/// groups leave); `None` if it does not.
fn available() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo(&text));
    machine.into_iter().chain(cgroup::available()).min()
}

/// Begins to bring a value into the cache.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, and it may be given any address.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast())
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks the system to back memory by huge pages, so that fewer addresses must be looked up: to be called before the memory
/// is used first. Without effect where the system has none, or where no whole one fits.
pub fn prefer_huge_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const HUGE: usize = 2 << 20;
        let first = memory.as_ptr().cast::<u8>();
        let skipped = first.align_offset(HUGE);
        let bytes = size_of_val(memory).saturating_sub(skipped) / HUGE * HUGE;
        if bytes > 0 {
            // SAFETY: the range lies within `memory`, and the advice does not change what it holds.
            #[allow(unsafe_code)]
            let result =
                unsafe { madvise(first.wrapping_add(skipped).cast_mut().cast(), bytes, Advice::LinuxHugepage) };
            // A system without huge pages is slower, not wrong.
            let _ = result;
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// What `/proc/meminfo` says is available, in bytes.
fn meminfo(text: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = rest.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tables_fit_and_absurd_ones_do_not() {
        assert_eq!(fit(1), 1);
        assert!(fit(usize::MAX) < usize::MAX);
    }

    #[test]
    fn at_most_three_quarters_of_what_is_free_are_taken() {
        let free = Some(4000 << 20);
        assert_eq!([1, 3000, 3001, 4000, 1 << 30].map(|wanted| share_of(free, wanted)), [1, 3000, 3000, 3000, 3000]);
        assert_eq!(share_of(None, 1 << 30), 1 << 30, "nobody says how much is free");
    }

    #[test]
    fn the_text_of_the_kernel_is_read() {
        assert_eq!(meminfo("MemTotal: 8000000 kB\nMemAvailable:    2097152 kB\n"), Some(2 << 30));
        assert_eq!(meminfo("MemTotal: 8000000 kB\n"), None);
    }
}
