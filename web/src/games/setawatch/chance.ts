// Numbers that look like chance and are always the same, for trees and eyes.

/** A number from 0 to 1 that a name always gives. */
export function chanceOf(name: string): number {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  return ((hash >>> 8) % 1000) / 1000;
}
