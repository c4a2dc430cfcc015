// Coasts of the Archipelago, the same every time.

/** An island's coast around 0,0; a size above 1 is a line of equal depth around it. */
export function islandOf(id: string, size: number): string {
  let seed = [...id].reduce((all, letter) => all * 31 + letter.charCodeAt(0), 7);
  const corners = Array.from({ length: 10 }, (_, i) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const rough = ((seed >> 8) % 100) / 100 - 0.5;
    const angle = (i / 10) * 2 * Math.PI;
    const radius = (1 + rough * 0.34) * size;
    return { x: 44 * radius * Math.cos(angle), y: 31 * radius * Math.sin(angle) };
  });
  const middle = (a: { x: number; y: number }, b: { x: number; y: number }) => `${((a.x + b.x) / 2).toFixed(1)},${((a.y + b.y) / 2).toFixed(1)}`;
  const at = (i: number) => corners[i % corners.length] as { x: number; y: number };
  const curves = corners.map((corner, i) => `Q${corner.x.toFixed(1)},${corner.y.toFixed(1)} ${middle(corner, at(i + 1))}`);
  return `M${middle(at(corners.length - 1), at(0))}${curves.join("")}Z`;
}
