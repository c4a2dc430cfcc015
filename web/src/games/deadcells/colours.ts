import type { Colours } from "../../lobby/colours.ts";

const colours: Colours = { accent: "#8fe36a", ground: "#140f1c", side: "#241438", cover: ["flayed", "immolated", "poisoned"] };
export default colours;
