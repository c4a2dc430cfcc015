"""The files of deploy/ fit together and fit the program; tests/browser/test_installed.py runs their steps."""

from __future__ import annotations

import shutil

import pytest

from tests.package.containers import DEPLOY, instructions, last, problems

PLANTED = {
    "a port": ("Containerfile", "EXPOSE 8000", "EXPOSE 8080"),
    "an option": ("Containerfile", '"--store"', '"--stored"'),
    "a file": ("Containerfile", "requirements/postgres.txt /tmp", "requirements/gone.txt /tmp"),
    "a name": ("compose.yaml", "      - --name=localhost\n", ""),
    "a version": ("compose.yaml", "postgres:17", "postgres:latest"),
    "a database": ("compose.yaml", "@database/embertable", "@database/tables"),
    "a flag": ("compose.yaml", "- --https", "- --htps"),
    "a network": ("compose.yaml", "subnet: 172.28.0.0/24", "subnet: 172.29.0.0/24"),
    "a proxy": ("Caddyfile", "server:8000", "server:80"),
    "a semicolon": ("nginx.conf", "proxy_http_version 1.1;", "proxy_http_version 1.1"),
    "a socket": ("nginx.conf", "proxy_set_header Upgrade $http_upgrade;", ""),
    "a backup": ("embertable-backup.service", "--yes", "--yess"),
    "a store": ("embertable-backup.service", "embertable/tables.sqlite", "embertable/t.sqlite"),
    "a unit": ("embertable.service", "serve --name", "serves --name"),
}


def test_the_files_fit_together():
    assert list(problems(DEPLOY)) == []


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault, tmp_path):
    folder = tmp_path / "deploy"
    shutil.copytree(DEPLOY, folder)
    name, right, wrong = PLANTED[fault]
    text = (folder / name).read_text()
    assert right in text
    (folder / name).write_text(text.replace(right, wrong))
    assert list(problems(folder))


def test_the_server_is_nobody_special_in_its_container():
    words = [word for word, _ in instructions()]
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert last("USER") == "embertable"
    assert last("ENTRYPOINT") == '["/opt/embertable/bin/embertable"]'
