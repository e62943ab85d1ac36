# mediad: what can be done with this tree. `make` alone lists it.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c

PREFIX ?= /usr/local
DESTDIR ?=
bindir ?= $(PREFIX)/bin
datadir ?= $(PREFIX)/share
mandir ?= $(datadir)/man
# systemd looks for a user's own units under share, for the system's under lib.
ifneq ($(filter $(HOME)/%,$(PREFIX)),)
systemduserdir ?= $(datadir)/systemd/user
else
systemduserdir ?= $(PREFIX)/lib/systemd/user
endif
bashcompletiondir ?= $(datadir)/bash-completion/completions
fishcompletiondir ?= $(datadir)/fish/vendor_completions.d
# Debian's zsh reads site-functions only under /usr/local.
ifneq ($(and $(filter /usr,$(PREFIX)),$(wildcard /etc/debian_version)),)
zshcompletiondir ?= $(datadir)/zsh/vendor-completions
else
zshcompletiondir ?= $(datadir)/zsh/site-functions
endif

# Whether install adds what needs user name spaces to the unit: yes, no, or auto, which tries whether users may make them
# (never with DESTDIR: that is for another machine).
NAMESPACES ?= auto

# What install does with the symbols for debuggers: no (strips them), separate (puts them into a file beside the programs,
# where debuggers look: .debug), or yes (leaves them in the programs).
SYMBOLS ?= no

SWIFT ?= swift
# What install copies from; sudo has no swift on its PATH that could be asked.
BUILT ?= .build/release
# Given to every build and test run, for example SWIFTFLAGS="--scratch-path /tmp/build".
SWIFTFLAGS ?=
# Given to `swift test` alone, for example TESTFLAGS="--filter PlayerCoreTests".
TESTFLAGS ?=
# Line tables are enough for the backtrace of a crash, and a sixth smaller than all of the debug information.
# Media is decoded by GStreamer's plugins: here, small code counts for more than fast code. It is built in a seventh less time.
# lld (of the Swift toolchain) removes and merges functions and packs relocations. The static standard library asks for every
# public symbol to be exported, which would keep functions that nothing calls.
RELEASEFLAGS := -c release --static-swift-stdlib -Xswiftc -gline-tables-only -Xswiftc -Osize \
	-Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xswiftc -use-ld=lld -Xlinker --icf=safe -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic
export SWIFT SWIFTFLAGS TESTFLAGS

.DEFAULT_GOAL := help
.PHONY: help all build release demo test test-fresh lint bench fuzz fuzz-engine soak kills deb install uninstall clean swift

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS=$$'\t' read -r name words; do \
		printf '  make %-12s %s\n' "$$name" "$$words"; done

all: release ## the programs as they are installed (same as release)

build: swift ## a debug build
	@.ci/install-packages build
	$(SWIFT) build $(SWIFTFLAGS)

release: swift ## mediad and mediactl, optimised, with the static Swift standard library
	@.ci/install-packages build
	$(SWIFT) build $(SWIFTFLAGS) $(RELEASEFLAGS) --product mediad
	$(SWIFT) build $(SWIFTFLAGS) $(RELEASEFLAGS) --product mediactl

demo: swift ## install what is missing, build, and play two short episodes
	@.ci/install-packages build play
	@$(MAKE) --no-print-directory release
	@.ci/demo "$$($(SWIFT) build $(SWIFTFLAGS) $(RELEASEFLAGS) --show-bin-path)"

test: swift ## install what is missing and run every test
	@.ci/install-packages build play test
	@.ci/test

lint: swift ## formatting, import directions, manual pages, scripts, desktop and unit files
	@.ci/install-packages build lint
	@.ci/lint

bench: swift ## mediad beside mpv, VLC and playbin: a table
	@.ci/install-packages build play bench
	@$(MAKE) --no-print-directory release
	@.ci/bench.py "$$($(SWIFT) build $(SWIFTFLAGS) $(RELEASEFLAGS) --show-bin-path)" $(BENCHFLAGS)

# FRESH: the commands, each in single quotes, all of the README's if empty; SUITE: of Debian.
SUITE ?= bookworm
FRESH ?=
test-fresh: swift ## the README's commands, each in a clean Debian; as root: FRESH="'make deb'" for one, SUITE=trixie
	@packaging/test-fresh --suite $(SUITE) $(FRESH)

# FUZZTIME: seconds for each reader; FUZZ: the names of the readers, all of Tests/Fuzzing/targets if empty, and "manifests",
# which are played.
FUZZTIME ?= 60
FUZZ ?=
fuzz: swift ## made-up bytes for the readers of what others wrote: FUZZTIME=60 seconds each, FUZZ=mp4 for one
	@.ci/install-packages build
ifneq ($(FUZZ),manifests)
	@FUZZTIME='$(FUZZTIME)' .ci/fuzz $(filter-out manifests,$(FUZZ))
endif
ifneq ($(filter manifests,$(or $(FUZZ),manifests)),)
	@.ci/install-packages play
	$(SWIFT) build $(SWIFTFLAGS) --product hostile-player
	@FUZZTIME='$(FUZZTIME)' .ci/fuzz-engine "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)" 1000000 manifests
endif

# N: copies of each file; FUZZ: files of Tests/Fixtures, all media if empty.
N ?= 500
fuzz-engine: swift ## damaged media through the engine: N=500 copies of each file, FUZZ=tone.ogg of one
	@.ci/install-packages build play
	$(SWIFT) build $(SWIFTFLAGS) --product hostile-player
	@.ci/fuzz-engine "$$($(SWIFT) build $(SWIFTFLAGS) --show-bin-path)" '$(N)' $(FUZZ)

# HOURS: how long, 0.1 for a try; SOAKFLAGS, for example "--seed 7 --clock --keep".
HOURS ?= 1
soak: swift ## hours of misuse, lost servers and full disks: does mediad stay as small as it was? HOURS=1
	@.ci/install-packages build play test bench
	@$(MAKE) --no-print-directory release
	@.ci/soak "$$($(SWIFT) build $(SWIFTFLAGS) $(RELEASEFLAGS) --show-bin-path)" --hours $(HOURS) $(SOAKFLAGS)

# ROUNDS: how many kills; KILLSFLAGS, for example "--seed 7 --first 40 --keep".
ROUNDS ?= 200
kills: swift ## SIGKILL at random moments: what is left, and what comes back? ROUNDS=200
	@.ci/install-packages build play test bench
	@$(MAKE) --no-print-directory release
	@.ci/kills "$$($(SWIFT) build $(SWIFTFLAGS) $(RELEASEFLAGS) --show-bin-path)" --rounds $(ROUNDS) $(KILLSFLAGS)

# DEBVERSION: another version than the programs tell; MAINTAINER, "NAME <ADDRESS>": who answers for the package.
DEBVERSION ?=
MAINTAINER ?=
deb: swift ## a Debian package, mediad_VERSION_ARCH.deb, in .build/deb
	@.ci/install-packages build deb
	@$(MAKE) --no-print-directory release
	@MAINTAINER='$(MAINTAINER)' packaging/build-deb "$$($(SWIFT) build $(SWIFTFLAGS) $(RELEASEFLAGS) --show-bin-path)" $(DEBVERSION)

install: ## under PREFIX (/usr/local), below DESTDIR; build first with make release
	@if [ ! -x '$(BUILT)/mediad' ] || [ ! -x '$(BUILT)/mediactl' ]; then \
		echo "There is no $(BUILT)/mediad or mediactl: run 'make release' first." >&2; exit 1; fi
	@case '$(SYMBOLS)' in no | separate | yes) ;; *) echo "SYMBOLS is '$(SYMBOLS)': say no, separate or yes." >&2; exit 1;; esac
	@install -Dm755 -t '$(DESTDIR)$(bindir)' '$(BUILT)/mediad' '$(BUILT)/mediactl'
	@for program in mediad mediactl; do \
		installed='$(DESTDIR)$(bindir)'/$$program symbols='$(DESTDIR)$(bindir)/.debug'/$$program.debug; rm -f "$$symbols"; \
		if [ '$(SYMBOLS)' = separate ]; then \
			install -d "$${symbols%/*}"; objcopy --only-keep-debug "$$installed" "$$symbols"; chmod 644 "$$symbols"; fi; \
		if [ '$(SYMBOLS)' != yes ]; then strip "$$installed"; fi; \
		if [ '$(SYMBOLS)' = separate ]; then objcopy --add-gnu-debuglink="$$symbols" "$$installed"; fi; done
# In fish, each of 300 conditions parses the command line, which takes up to 0.3 s for a Tab. The added line ends the conditions
# of commands that are not on the command line before that.
	@completions() { install -d "$${3%/*}"; '$(BUILT)'/$$1 --generate-completion-script $$2 | sed -e '1{/^#!/d}' \
		-e '/^function __.*_should_offer_completions_for.* -a expected_commands/a\' \
		-e '    string match -q -- "*"(string split " " -- $$expected_commands)[-1]"*" (commandline -pc); or return 1' \
		>"$$3"; chmod 644 "$$3"; }; \
	for program in mediad mediactl; do \
		completions $$program bash '$(DESTDIR)$(bashcompletiondir)'/$$program; \
		completions $$program zsh '$(DESTDIR)$(zshcompletiondir)'/_$$program; \
		completions $$program fish '$(DESTDIR)$(fishcompletiondir)'/$$program.fish; done
	@for page in docs/man/*.[1-9]; do [ ! -e "$$page" ] || \
		install -Dm644 -t '$(DESTDIR)$(mandir)'/man$${page##*.} "$$page"; done
	@put() { install -d "$$2"; sed 's|@bindir@|$(bindir)|g' "$$1" >"$$2/$${1##*/}"; chmod 644 "$$2/$${1##*/}"; }; \
	put systemd/mediad.service '$(DESTDIR)$(systemduserdir)'; \
	mayunshare() { ! grep -qsx 1 /proc/sys/kernel/apparmor_restrict_unprivileged_userns && \
		! grep -qsx 0 /proc/sys/kernel/unprivileged_userns_clone && \
		mountpoint -q /run && unshare --user --map-root-user --mount sh -c 'mount --bind /usr /usr && mount -o remount,bind,ro /usr' 2>/dev/null; }; \
	rm -f '$(DESTDIR)$(systemduserdir)/mediad.service.d/namespaces.conf'; \
	if [ '$(NAMESPACES)' = yes ] || { [ '$(NAMESPACES)$(DESTDIR)' = auto ] && mayunshare; }; then \
		put systemd/namespaces.conf '$(DESTDIR)$(systemduserdir)/mediad.service.d'; fi; \
	for file in dbus/*.service; do put "$$file" '$(DESTDIR)$(datadir)/dbus-1/services'; done; \
	for file in dbus/*.xml; do [ ! -e "$$file" ] || put "$$file" '$(DESTDIR)$(datadir)/dbus-1/interfaces'; done; \
	put dbus/mediad.desktop '$(DESTDIR)$(datadir)/applications'
	@for icon in icons/hicolor/*/apps/*; do install -Dm644 -t '$(DESTDIR)$(datadir)'/"$${icon%/*}" "$$icon"; done
	@echo "Installed under $(DESTDIR)$(PREFIX). Next: systemctl --user daemon-reload && systemctl --user start mediad"

uninstall: ## what install put there; the same PREFIX and DESTDIR
	rm -f '$(DESTDIR)$(bindir)/mediad' '$(DESTDIR)$(bindir)/mediactl' \
		'$(DESTDIR)$(systemduserdir)/mediad.service' '$(DESTDIR)$(datadir)/applications/mediad.desktop' \
		'$(DESTDIR)$(systemduserdir)/mediad.service.d/namespaces.conf'
	@rmdir --ignore-fail-on-non-empty '$(DESTDIR)$(systemduserdir)/mediad.service.d' 2>/dev/null || true
	@for program in mediad mediactl; do rm -fv '$(DESTDIR)$(bindir)/.debug'/$$program.debug \
		'$(DESTDIR)$(bashcompletiondir)'/$$program '$(DESTDIR)$(zshcompletiondir)'/_$$program \
		'$(DESTDIR)$(fishcompletiondir)'/$$program.fish; done
	@rmdir --ignore-fail-on-non-empty '$(DESTDIR)$(bindir)/.debug' 2>/dev/null || true
	@for file in dbus/*.service; do rm -fv "$(DESTDIR)$(datadir)/dbus-1/services/$${file##*/}"; done
	@for file in dbus/*.xml; do rm -fv "$(DESTDIR)$(datadir)/dbus-1/interfaces/$${file##*/}"; done
	@for page in docs/man/*.[1-9]; do rm -fv "$(DESTDIR)$(mandir)/man$${page##*.}/$${page##*/}"; done
	@for icon in icons/hicolor/*/apps/*; do rm -fv '$(DESTDIR)$(datadir)'/"$$icon"; done

clean: ## remove what was built
	rm -rf .build

swift:
	@command -v $(SWIFT) >/dev/null || { \
		echo "There is no 'swift' on PATH: install a Swift 6.2 or newer toolchain from https://swift.org/install." >&2; \
		exit 1; }
