//! What the control groups of this process leave of their memory (Linux; `man 7 cgroups`).
//!
//! A limit holds for a group and all groups in it, so the whole path counts, as far as the mounted hierarchy shows it: in
//! a container that is often the container's own group alone.

use std::fs;
use std::path::{Path, PathBuf};

/// A hierarchy of groups with memory limits, and the names of its files.
struct Hierarchy {
    /// The type of its file system.
    file_system: &'static str,
    limit: &'static str,
    usage: &'static str,
    /// The key in `memory.stat` of the bytes of cached files that the kernel gives up when it needs memory.
    cached: &'static str,
}

const V1: Hierarchy = Hierarchy {
    file_system: "cgroup",
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    cached: "total_inactive_file",
};

const V2: Hierarchy =
    Hierarchy { file_system: "cgroup2", limit: "memory.max", usage: "memory.current", cached: "inactive_file" };

/// Bytes that the groups of this process can still use; `None` if nothing limits them.
pub(super) fn available() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    [&V1, &V2].into_iter().filter_map(|hierarchy| hierarchy.available(&groups, &mounts)).min()
}

impl Hierarchy {
    /// The least that is left in any of the groups.
    fn available(&self, groups: &str, mounts: &str) -> Option<u64> {
        let group = groups.lines().find_map(|line| self.group(line))?;
        mounts.lines().filter_map(|line| self.mount(line)).find_map(|(root, mount_point)| {
            let inside = Path::new(group).strip_prefix(root).unwrap_or(Path::new(""));
            let groups = inside.ancestors().map(|path| mount_point.join(path));
            groups.filter_map(|group| self.left_in(&group)).min()
        })
    }

    /// The path of the group in a line of `/proc/self/cgroup`: `4:memory:/user` or `0::/user`.
    fn group<'a>(&self, line: &'a str) -> Option<&'a str> {
        let mut fields = line.splitn(3, ':');
        let (number, controllers, path) = (fields.next()?, fields.next()?, fields.next()?);
        let is_ours = match self.file_system {
            "cgroup2" => number == "0" && controllers.is_empty(),
            _ => controllers.split(',').any(|controller| controller == "memory"),
        };
        is_ours.then_some(path)
    }

    /// The group that a line of `/proc/self/mountinfo` mounts, and where: `36 35 0:33 ROOT MOUNT_POINT rw - cgroup cgroup
    /// rw,memory`.
    fn mount(&self, line: &str) -> Option<(PathBuf, PathBuf)> {
        let (mount, source) = line.split_once(" - ")?;
        let mut source = source.split(' ');
        let (file_system, options) = (source.next()?, source.nth(1)?);
        let has_memory = self.file_system == "cgroup2" || options.split(',').any(|option| option == "memory");
        if file_system != self.file_system || !has_memory {
            return None;
        }
        let mut fields = mount.split(' ').skip(3);
        Some((unescape(fields.next()?), unescape(fields.next()?)))
    }

    /// What the group in this directory can still use, if it has a limit.
    fn left_in(&self, group: &Path) -> Option<u64> {
        let read = |name: &str| fs::read_to_string(group.join(name)).ok();
        let limit: u64 = read(self.limit)?.trim().parse().ok()?;
        let usage: u64 = read(self.usage)?.trim().parse().ok()?;
        let cached = read("memory.stat").and_then(|text| value_of(&text, self.cached)).unwrap_or(0);
        Some(limit.saturating_sub(usage.saturating_sub(cached)))
    }
}

/// The value of a key in a file of lines like `inactive_file 4096`.
fn value_of(text: &str, key: &str) -> Option<u64> {
    let words = text.lines().filter_map(|line| line.split_once(' '));
    words.filter(|(name, _)| *name == key).find_map(|(_, value)| value.trim().parse().ok())
}

/// A path of `mountinfo`, in which blanks are written as octal numbers.
fn unescape(text: &str) -> PathBuf {
    PathBuf::from(text.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory for the groups of one test, removed at its end.
    struct Groups(PathBuf);

    impl Groups {
        fn new(name: &str) -> Groups {
            let root = std::env::temp_dir().join(format!("kwartslag-cgroup-{name}-{}", std::process::id()));
            fs::create_dir_all(&root).expect("a directory for temporary files");
            Groups(root)
        }

        fn add(&self, path: &str, files: &[(&str, &str)]) {
            let group = self.0.join(path);
            fs::create_dir_all(&group).expect("a directory");
            for (name, text) in files {
                fs::write(group.join(name), text).expect("a file");
            }
        }
    }

    impl Drop for Groups {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_tightest_of_nested_groups_counts() {
        let groups = Groups::new("v2");
        groups.add("a", &[("memory.max", "1000\n"), ("memory.current", "700\n"), ("memory.stat", "anon 600\n")]);
        groups.add("a/b", &[("memory.max", "800\n"), ("memory.current", "100\n")]);
        groups.add("a/b/c", &[("memory.max", "max\n"), ("memory.current", "50\n")]);
        let mounts = format!("41 31 0:38 / {} rw,relatime - cgroup2 cgroup2 rw\n", groups.0.display());
        assert_eq!(V2.available("0::/a/b/c\n", &mounts), Some(300));
        assert_eq!(V1.available("0::/a/b/c\n", &mounts), None);
        groups.add("a", &[("memory.stat", "anon 50\ninactive_file 600\n")]);
        assert_eq!(V2.available("0::/a/b/c\n", &mounts), Some(700), "cached files give way");
        assert_eq!(V2.available("0::/other\n", &mounts), None);
    }

    #[test]
    fn the_first_version_has_a_hierarchy_for_memory() {
        let groups = Groups::new("v1");
        groups.add("", &[("memory.limit_in_bytes", "9223372036854771712\n"), ("memory.usage_in_bytes", "0\n")]);
        groups.add("job", &[("memory.limit_in_bytes", "5000\n"), ("memory.usage_in_bytes", "4000\n")]);
        groups.add("job", &[("memory.stat", "inactive_file 1\ntotal_inactive_file 500\n")]);
        let place = groups.0.display();
        let mounts = format!(
            "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n35 31 0:32 / {place} rw - cgroup cgroup rw,memory\n"
        );
        assert_eq!(V1.available("5:cpu:/\n4:memory:/job/1\n0::/\n", &mounts), Some(1500));
        // A container sees its own group as the root of the hierarchy.
        let mounts = format!("35 31 0:32 /docker/7 {place}/job rw shared:9 - cgroup cgroup rw,memory\n");
        assert_eq!(V1.available("4:memory:/docker/7\n", &mounts), Some(1500));
    }
}
