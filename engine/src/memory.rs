//! How much memory the machine can give.

use std::fs;

/// Mebibytes that can be used without swapping, as far as the system says so (Linux: the kernel's estimate and
/// the limit of the control group); `None` if it does not.
pub(crate) fn available_mebibytes() -> Option<usize> {
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
    fn the_kernels_texts_are_read() {
        assert_eq!(meminfo("MemTotal: 8000000 kB\nMemAvailable:    2097152 kB\n"), Some(2048));
        assert_eq!(meminfo("MemTotal: 8000000 kB\n"), None);
        assert_eq!(group_limit("max\n"), None);
        assert_eq!(group_limit("1073741824\n"), Some(1024));
    }
}
