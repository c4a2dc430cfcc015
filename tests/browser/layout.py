"""What is wrong with a layout: overlaps, cut-offs, small letters, things outside the window; and how large the scene is."""

from __future__ import annotations

from typing import Any

from tests.browser.player import Player

SMALLEST = {"desktop": 12, "phone": 14}

LOOKS = 10


def faults(player: Player) -> list[str]:
    """One line for each fault that stays on the screen; a board measures itself anew in a few frames."""
    smallest = SMALLEST["phone" if player.is_on_a_phone() else "desktop"]
    found: list[str] = []
    for _ in range(LOOKS):
        found = player.page.evaluate(FAULTS, smallest)
        if not found:
            break
        player.page.wait_for_timeout(100)
    return found


def shares(player: Player) -> dict[str, Any]:
    """How much of the window the scene has, in all and below what lies on its edge."""
    found: dict[str, Any] = player.page.evaluate(SHARES)
    return found


SHARES = """() => {
  const scene = document.querySelector('main.board');
  const box = scene.getBoundingClientRect();
  const page = getComputedStyle(document.querySelector('.stage-page'));
  const top = parseFloat(page.getPropertyValue('--stage-head')) + parseFloat(page.getPropertyValue('--stage-people'));
  const whole = innerWidth * innerHeight;
  return { scene: box.width * box.height / whole, safe: box.width * (box.height - top) / whole, box: [box.x, box.y, box.width, box.height] };
}"""

# Boards scroll inside themselves on a phone, so what lies beyond such an edge is not cut off.
FAULTS = """smallest => {
  const found = [];
  const name = one => `${one.tagName.toLowerCase()}.${[...one.classList].filter(c => !c.startsWith('svelte')).join('.')} “${(one.textContent || one.getAttribute('aria-label') || '').trim().slice(0, 40)}”`;
  // What is only there for screen readers may be hidden by a rule as well.
  const isSpoken = one => { for (let up = one; up; up = up.parentElement) if (getComputedStyle(up).clipPath === 'inset(50%)') return true; return false; };
  const seen = one => {
    // What is covered is out of reach; a picture of a scene is looked at, and not read.
    if (one.closest('.visually-hidden, [hidden], [inert], [data-still]') || isSpoken(one) || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return null;
    const box = one.getBoundingClientRect();
    return box.width > 0 && box.height > 0 ? box : null;
  };
  const scrolls = one => { const { overflowX, overflowY } = getComputedStyle(one); return [overflowX, overflowY].some(how => how === 'auto' || how === 'scroll'); };
  const scroller = one => { for (let up = one.parentElement; up; up = up.parentElement) if (scrolls(up)) return up; return null; };

  // Letters, and texts that are cut off.
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode;
    const one = text.parentElement;
    if (!text.data.trim() || one.closest('script, style, noscript, title')) continue;
    const box = seen(one);
    if (!box) continue;
    let size = parseFloat(getComputedStyle(one).fontSize);
    const svg = one.closest('svg');
    if (svg && one.getScreenCTM) { const m = one.getScreenCTM(); if (m) size *= Math.hypot(m.a, m.b); }
    if (size < smallest - 0.05) found.push(`letters of ${size.toFixed(1)} px: ${name(one)}`);
    if (svg) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const words = range.getBoundingClientRect();
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      if (scrolls(up)) break;
      const { overflowX, overflowY } = getComputedStyle(up);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const edge = up.getBoundingClientRect();
      if (words.right > edge.right + 2 || words.bottom > edge.bottom + 3 || words.left < edge.left - 2) {
        found.push(`cut off: ${name(one)} in ${name(up).slice(0, 60)}`);
        break;
      }
    }
  }

  // The prompt says all it says: no line of it goes under an edge, whole or by half, or has to be scrolled to.
  const strip = document.querySelector('.prompt');
  const said = strip ? document.createTreeWalker(strip, NodeFilter.SHOW_TEXT) : null;
  while (said?.nextNode()) {
    const one = said.currentNode.parentElement;
    if (!said.currentNode.data.trim() || one.closest('.unfolded, .entering, dialog') || !seen(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(said.currentNode);
    for (const line of range.getClientRects()) {
      for (let up = one; up !== strip; up = up.parentElement) {
        if (getComputedStyle(up).overflowY === 'visible') continue;
        const edge = up.getBoundingClientRect();
        // What happened last leaves line by line, the oldest first.
        if (up.matches('.recent') && line.bottom < edge.top + 3) continue;
        if (line.top < edge.top - 3 || line.bottom > edge.bottom + 3) found.push(`line cut off: ${name(one)} in ${name(up).slice(0, 60)}`);
      }
      if (line.bottom > innerHeight + 1) found.push(`below the window: ${name(one)}`);
    }
  }

  // Things one may touch: inside the window, and not under another one.
  // What is scrolled out of sight lies under nothing.
  const inSight = one => {
    const box = seen(one);
    for (let up = scroller(one); box && up; up = scroller(up)) {
      const frame = up.getBoundingClientRect();
      if (box.top < frame.top - 1 || box.bottom > frame.bottom + 1) return null;
    }
    return box;
  };
  const touchable = [...document.querySelectorAll('button, a[href], input, select, [role=button], [role=tab]')].filter(one => !one.disabled && inSight(one));
  for (const one of touchable) {
    const box = seen(one);
    const inside = scroller(one);
    if (inside) continue;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(`outside the window: ${name(one)}`);
  }
  const open = document.querySelector('dialog[open], .unfolded, .drawer');
  const stage = touchable.filter(one => !one.closest('svg') && !one.closest('.over') && !(open && !open.contains(one)));
  for (const [i, one] of stage.entries()) {
    for (const other of stage.slice(i + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const [a, b] = [seen(one), seen(other)];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 4 && high > 4 && wide * high > 0.25 * Math.min(a.width * a.height, b.width * b.height)) found.push(`overlap: ${name(one)} and ${name(other)}`);
    }
  }
  return [...new Set(found)];
}"""
