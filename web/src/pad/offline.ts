// Keeps a copy of this page on the device, where the browser offers it: over https, or on the machine of the server.

const KEPT = "embertable-pads";

/** Whether the page came from a server, and not from a saved file. */
export const isServed = (): boolean => location.protocol.startsWith("http");

/** Whether a copy is kept now. */
export async function keepCopy(): Promise<boolean> {
  if (!isServed() || !("serviceWorker" in navigator) || !("caches" in window)) return false;
  try {
    await navigator.serviceWorker.register("/pad-worker.js", { scope: "/pad/" });
    const kept = await caches.open(KEPT);
    try {
      await kept.add(new Request(location.pathname, { cache: "no-cache" }));
    } catch {
      // Without the server the older copy stays.
    }
    return (await kept.match(location.pathname)) !== undefined;
  } catch {
    return false;
  }
}
