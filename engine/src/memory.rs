//! How much memory the machine can give.

use std::fs;

/// So many mebibytes as wanted, or the most that the machine can give: three quarters of what is available, and
/// no more than it lets a process ask for. At least one.
pub(crate) fn fit(wanted: usize) -> usize {
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
