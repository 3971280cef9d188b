//! Scripts in Python, which write and read files with libraries that others use.

use std::path::Path;
use std::process::Command;

/// What a script ends with where its library is not there.
const NONE: i32 = 77;

/// Runs `script`, a file of this folder, with `what` to do in `folder`: whether its library is there. `PYTHON` names an interpreter that
/// has it. A script must not have the name of a library: it would be what that name imports.
pub(crate) fn run(script: &str, what: &str, folder: &Path) -> bool {
    let python = std::env::var_os("PYTHON").unwrap_or("python3".into());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(script);
    let Ok(done) = Command::new(python).arg(path).arg(what).arg(folder).output() else {
        eprintln!("there is no python3: {script} was not run");
        return false;
    };
    if done.status.code() == Some(NONE) {
        eprintln!(
            "{script} was not run (see PYTHON): {}",
            String::from_utf8_lossy(&done.stdout).trim_end()
        );
        return false;
    }
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    true
}
