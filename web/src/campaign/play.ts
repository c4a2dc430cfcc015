// Which table *Play now* opens for a game with campaigns, and the next Run of a campaign.

import { beginCampaign, newTable, ownCampaigns, Refusal } from "../api.ts";
import type { CampaignInfo, NewTable } from "../protocol.ts";

/** The campaigns of a game that can be played on, the latest first. */
export async function playable(game: string): Promise<CampaignInfo[]> {
  const { campaigns } = await ownCampaigns();
  return campaigns.filter((one) => one.game === game && !one.archived && !one.problem).toSorted((a, b) => b.updated - a.updated);
}

/** The page that goes on with the campaign of somebody who is signed in, or begins one with its first Run. */
export async function pageToPlay(game: string): Promise<string> {
  const [latest] = await playable(game);
  if (!latest) return nextRun({ game, campaign: (await beginCampaign(JSON.stringify({ game }))).id });
  if (latest.open?.table) return `/table/${latest.open.table}`;
  const last = latest.played.at(-1);
  if (latest.open) return pageOf(latest);
  return nextRun({ game, campaign: latest.id, ...(last && { options: { players: String(last.players) } }) });
}

const pageOf = ({ id }: CampaignInfo) => `/campaigns/${id}`;

/** The page of a new table or, if somebody has begun the campaign's next Run already, of that one. */
export async function nextRun(wish: NewTable): Promise<string> {
  try {
    return `/table/${(await newTable(wish)).id}`;
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === "OpenRun")) throw error;
    const { campaigns } = await ownCampaigns();
    const open = campaigns.find(({ id }) => id === wish.campaign)?.open;
    if (!open?.table) throw error;
    return `/table/${open.table}`;
  }
}
