import { dayMs } from '#shared/time.ts'
import type { Ports } from '#shared/ports.ts'
import { deleteExpiredMails, deleteMails, deleteMailTexts } from './queries.ts'

/**
 * Deletes mails of these kinds that were written before a moment, sent or not, because a mail with a login code isn't
 * kept longer than its code. Also deletes mails whose purge date has passed.
 */
export const purgeMails = (ports: Ports, kinds: readonly string[], before: Date): Promise<number> =>
  ports.write(async (tx) => {
    await deleteExpiredMails(tx, ports.clock())
    return deleteMails(tx, kinds, before)
  })

/** Days for which the text of a mail is stored (privacy-5). */
const textDays = 90

const atOnce = 1000

/** Deletes the texts of mails after 90 days, unless they are still queued. Run daily; returns how many were deleted. */
export async function purgeMailTexts(ports: Ports): Promise<number> {
  const before = new Date(ports.clock().getTime() - textDays * dayMs)
  let sum = 0
  for (let deleted = atOnce; deleted === atOnce; sum += deleted)
    deleted = await ports.write((tx) => deleteMailTexts(tx, before, atOnce))
  return sum
}
