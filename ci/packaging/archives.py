"""The archives for C: header, library, pkg-config file, CMake package, licences. They may be unpacked anywhere."""

import re

import notices
from common import ABI, DESCRIPTION, REPOSITORY, ROOT, VERSION, Link, natives, sha256, write_tar

PKG_CONFIG = f"""prefix=${{pcfiledir}}/../..
includedir=${{prefix}}/include
libdir=${{prefix}}/lib

Name: tenure
Description: {DESCRIPTION}
URL: {REPOSITORY}
Version: {VERSION}
Cflags: -I${{includedir}}
Libs: -L${{libdir}} -ltenure
"""

CMAKE = """# find_package(Tenure) defines the target Tenure::tenure.
get_filename_component(_tenure_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET Tenure::tenure)
  add_library(Tenure::tenure SHARED IMPORTED)
  set_target_properties(Tenure::tenure PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_tenure_prefix}/include"
%s)
endif()
unset(_tenure_prefix)
"""

CMAKE_VERSION = f"""set(PACKAGE_VERSION "{VERSION}")
# Before 1.0 a minor release may break what compiled.
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION
    AND PACKAGE_FIND_VERSION_MAJOR EQUAL {VERSION.split(".")[0]}
    AND (PACKAGE_FIND_VERSION_MAJOR GREATER 0 OR NOT PACKAGE_FIND_VERSION_MINOR OR PACKAGE_FIND_VERSION_MINOR EQUAL {VERSION.split(".")[1]}))
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
"""


def build(out, folder, platforms):
    """Writes an archive a platform, and their sums, to `out`."""
    libraries = natives(folder, platforms)
    sums = []
    for platform in platforms:
        top = f"tenure-{VERSION}-{platform.classifier}"
        archive = out / f"{top}.tar.gz"
        write_tar(archive, top, entries(platform, libraries[platform.classifier]), programs=("bin/tenure.dll",))
        sums.append(f"{sha256(archive)}  {archive.name}\n")
    (out / "SHA256SUMS").write_text("".join(sums))


def entries(platform, library):
    windows = platform.library.endswith(".dll")
    where = ("bin/" if windows else "lib/") + platform.library
    links = {}
    if platform.library == "libtenure.so":
        # As Linux has them: programs are linked by the plain name and ask for the one with the version of the ABI.
        where = f"lib/libtenure.so.{VERSION}"
        links = {f"lib/libtenure.so.{ABI}": Link(f"libtenure.so.{VERSION}"), "lib/libtenure.so": Link(f"libtenure.so.{ABI}")}
    imports = [file for file in sorted(library.parent.iterdir()) if re.search(r"\.(lib|dll\.a)$", file.name)]
    properties = [f'    IMPORTED_LOCATION "${{_tenure_prefix}}/{where}"']
    if windows and imports:
        properties.append(f'    IMPORTED_IMPLIB "${{_tenure_prefix}}/lib/{imports[0].name}"')
    elif links:
        properties.append(f"    IMPORTED_SONAME libtenure.so.{ABI}")
    elif not windows:
        # Otherwise a program would name the library by the path that it was linked from.
        properties.append("    IMPORTED_NO_SONAME TRUE")
    return {
        "include/tenure.h": ROOT / "include/tenure.h",
        "share/tenure/tenure.json": ROOT / "include/tenure.json",
        where: library,
        **links,
        **{f"lib/{file.name}": file for file in imports},
        "lib/pkgconfig/tenure.pc": PKG_CONFIG,
        "lib/cmake/Tenure/TenureConfig.cmake": CMAKE % "\n".join(properties),
        "lib/cmake/Tenure/TenureConfigVersion.cmake": CMAKE_VERSION,
        "share/doc/tenure/LICENSE": ROOT / "LICENSE",
        "share/doc/tenure/THIRD-PARTY-NOTICES.txt": notices.third_party([platform]),
        "share/doc/tenure/tenure.cdx.json": notices.bill(f"pkg:generic/tenure@{VERSION}", "tenure", [platform]),
    }
