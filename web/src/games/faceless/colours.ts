import type { Colours } from "../../lobby/colours.ts";

const colours: Colours = { accent: "#9fd28f", ground: "#0f1712", side: "#1a2c20", cover: ["judith", "billygoat", "alan"] };
export default colours;
