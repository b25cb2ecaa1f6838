import type { Ports } from '#shared/ports.ts'
import { deleteMails, deleteExpiredMails } from './queries.ts'

/**
 * Deletes mails of these kinds that were written before a moment, sent or not, because a mail with a login code isn't
 * kept longer than its code. Also deletes mails whose purge date has passed.
 */
export const purgeMails = (ports: Ports, kinds: readonly string[], before: Date): Promise<number> =>
  ports.write(async (tx) => {
    await deleteExpiredMails(tx, ports.clock())
    return deleteMails(tx, kinds, before)
  })
