import type { Ports, Tx } from '#shared/ports.ts'
import { fillDonorTexts, rebuildTexts, updateDonorTexts } from './queries/donor-texts.ts'
import { fillDonorTotals, rebuildTotals, updateDonorTotals } from './queries/donor-totals.ts'

/** Updates the texts and figures by which donors are found, for changed donations and plans. Safe to repeat. */
export async function updateDonors(
  tx: Tx,
  changed: { readonly donationIds: readonly string[]; readonly planIds: readonly string[] },
): Promise<void> {
  const formerKeys = await updateDonorTexts(tx, changed.donationIds)
  await updateDonorTotals(tx, { ...changed, formerKeys })
}

/** Adds the texts and figures of the next `atOnce` earlier donations. Returns 0 once all are there. */
export const fillDonors = async (ports: Pick<Ports, 'db' | 'write'>, atOnce = 2000): Promise<number> =>
  (await fillDonorTexts(ports, atOnce)) + (await fillDonorTotals(ports, atOnce))

/** Lets the worker add all texts and figures anew; donations are read meanwhile. */
export async function rebuildDonors(tx: Tx): Promise<void> {
  await rebuildTexts(tx)
  await rebuildTotals(tx)
}
