# Shared by packaging/run, packaging/test and packaging/build: from a bare machine to a working .venv.
# Silent when there is nothing to do. Everything it prints goes to standard error.

ROOT=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
VENV=$ROOT/.venv
PYTHON=$VENV/bin/python

# Qt warns about any other encoding, and file names outside ASCII would suffer.
if [ "$(locale charmap 2>/dev/null)" != UTF-8 ]; then export LC_ALL=C.UTF-8; fi

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# The name of each shared library Qt loads, and the Debian package that carries it.
OFFSCREEN_LIBRARIES="
libEGL.so.1=libegl1
libGL.so.1=libgl1
libxkbcommon.so.0=libxkbcommon0
libdbus-1.so.3=libdbus-1-3
libfontconfig.so.1=libfontconfig1
libfreetype.so.6=libfreetype6
libglib-2.0.so.0=libglib2.0-0"
WINDOW_LIBRARIES="
libxcb-cursor.so.0=libxcb-cursor0
libxcb-icccm.so.4=libxcb-icccm4
libxcb-image.so.0=libxcb-image0
libxcb-keysyms.so.1=libxcb-keysyms1
libxcb-randr.so.0=libxcb-randr0
libxcb-render-util.so.0=libxcb-render-util0
libxcb-shape.so.0=libxcb-shape0
libxcb-xfixes.so.0=libxcb-xfixes0
libxcb-xkb.so.1=libxcb-xkb1
libxkbcommon-x11.so.0=libxkbcommon-x11-0"

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n -- "$@"; fi
}

can_install_packages() {
    command -v apt-get >/dev/null || return 1
    [ "$(id -u)" -eq 0 ] || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }
}

# install_packages WHY PACKAGE...: installs Debian packages, or says what to type and stops.
install_packages() {
    local why=$1
    shift
    if ! can_install_packages; then
        die "$why To install it, type: sudo apt-get install --no-install-recommends $*" \
            "(or the packages of the same libraries on other systems), then start again."
    fi
    say "Installing system packages: $*"
    local options=(-y -qq --no-install-recommends -o Dpkg::Use-Pty=0)
    as_root apt-get update -qq </dev/null >/dev/null || say "The package lists could not be refreshed; going on."
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install "${options[@]}" "$@" </dev/null >/dev/null ||
        die "The system packages could not be installed. Install them by hand: $*"
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

# Prints a Python 3.11 or newer, or nothing.
find_python() {
    local name
    for name in python3.13 python3.12 python3.11 python3; do
        if command -v "$name" >/dev/null && is_new_enough "$name"; then
            command -v "$name"
            return
        fi
    done
}

make_venv() {
    local base
    base=$(find_python)
    if [ -z "$base" ]; then
        install_packages "Wargame Desktop needs Python 3.11 or newer." python3 python3-venv
        base=$(find_python)
        [ -n "$base" ] || die "This system's Python is older than 3.11; install Python 3.11 or newer."
    fi
    if ! "$base" -c 'import ensurepip, venv' 2>/dev/null; then
        local package=python3-venv
        # A Python beside the system's own has its own package, such as python3.12-venv.
        [ "$(basename "$base")" = python3 ] || package="$(basename "$base")-venv"
        install_packages "Python's venv module is missing." "$package"
    fi
    "$base" -m venv --clear "$VENV" || die "The virtual environment $VENV could not be made with $base."
}

# ensure_venv [EXTRA]: .venv holds this checkout (editable) and what it depends on.
ensure_venv() {
    local extra=${1:-} stamp want
    stamp=$VENV/.installed${extra:+-$extra}
    # The path belongs to it: an editable install points at the folder it was made in.
    want=$(printf '%s\n' "$ROOT" | cat - "$ROOT/pyproject.toml" | sha256sum)
    if is_new_enough "$PYTHON" && [ "$(cat "$stamp" 2>/dev/null)" = "$want" ]; then
        return
    fi
    is_new_enough "$PYTHON" || make_venv
    say "Installing Wargame Desktop into .venv (the first time this fetches about 90 MB)"
    "$PYTHON" -m pip install --quiet --disable-pip-version-check --editable "$ROOT${extra:+[$extra]}" \
        </dev/null >&2 || die "The Python packages could not be installed; see the message above."
    printf '%s\n' "$want" >"$stamp"
    printf '%s\n' "$want" >"$VENV/.installed"
}

has_fonts() {
    local folder
    for folder in /usr/share/fonts /usr/local/share/fonts "$HOME/.fonts" "$HOME/.local/share/fonts"; do
        [ -d "$folder" ] || continue
        [ -z "$(find -L "$folder" \( -name '*.ttf' -o -name '*.otf' -o -name '*.ttc' \) -print -quit)" ] || return 0
    done
    return 1
}

# ensure_libraries LIBRARIES: the shared libraries Qt needs, and at least one font.
ensure_libraries() {
    [ "$(uname -s)" = Linux ] || return 0
    local known pair missing=()
    known=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null) || return 0
    for pair in $1; do
        [[ $known == *"${pair%%=*}"* ]] || missing+=("${pair##*=}")
    done
    has_fonts || missing+=(fonts-dejavu-core)
    [ ${#missing[@]} -eq 0 ] || install_packages "Qt needs system libraries that are missing." "${missing[@]}"
}
