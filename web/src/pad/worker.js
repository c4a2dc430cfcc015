// Opens score pads without the server: each page is one file, so one kept copy is enough. Nothing else is touched.

const KEPT = "embertable-pads";
/** How long a server may think before the copy is shown, in milliseconds. */
const PATIENCE = 4000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || request.mode !== "navigate" || !new URL(request.url).pathname.startsWith("/pad/")) return;
  event.respondWith(answer(request));
});

/** The page as the server has it now; the copy where it does not answer, or not soon. */
async function answer(request) {
  const copy = await (await caches.open(KEPT)).match(new URL(request.url).pathname);
  if (!copy) return fetch(request);
  const patience = new Promise((done) => setTimeout(done, PATIENCE, copy));
  const found = fetch(request).then((page) => (page.status < 500 ? page : copy)).catch(() => copy);
  return Promise.race([found, patience]);
}
