//! How much memory the machine can give, and how it is reached fast (benches/benches/memory.rs).

use std::fs;

/// So many mebibytes as wanted, or the most that the machine can give: three quarters of what is available, and
/// no more than it lets a process ask for. At least one.
pub fn fit(wanted: usize) -> usize {
    let mut mebibytes = available().map_or(wanted, |available| wanted.min(available / 4 * 3));
    while mebibytes > 1 && !can_allocate(mebibytes) {
        mebibytes /= 2;
    }
    mebibytes.max(1)
}

/// Whether the allocator gives so much; nothing is touched.
fn can_allocate(mebibytes: usize) -> bool {
    mebibytes.checked_mul(1 << 20).is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}

/// Mebibytes that can be used without swapping, as far as the system says so (Linux: the kernel's estimate and
/// the limit of the control group); `None` if it does not.
fn available() -> Option<usize> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo(&text));
    let group = fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| group_limit(&text));
    machine.into_iter().chain(group).min()
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

fn meminfo(text: &str) -> Option<usize> {
    let rest = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = rest.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes >> 10)
}

fn group_limit(text: &str) -> Option<usize> {
    text.trim().parse().ok().map(|bytes: usize| bytes >> 20)
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
    fn the_kernels_texts_are_read() {
        assert_eq!(meminfo("MemTotal: 8000000 kB\nMemAvailable:    2097152 kB\n"), Some(2048));
        assert_eq!(meminfo("MemTotal: 8000000 kB\n"), None);
        assert_eq!(group_limit("max\n"), None);
        assert_eq!(group_limit("1073741824\n"), Some(1024));
    }
}
