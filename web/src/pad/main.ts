import { mount } from "svelte";
import type { PadData } from "../protocol.ts";
import PadPage from "./PadPage.svelte";
import { Sheet } from "./Sheet.svelte.ts";

const target = document.getElementById("app");
const data = document.getElementById("pad")?.textContent;
if (target && data) mount(PadPage, { target, props: { sheet: new Sheet(JSON.parse(data) as PadData) } });
