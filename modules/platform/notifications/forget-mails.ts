import type { Ports } from '#shared/ports.ts'
import { deleteMails, deleteMailsToForget } from './queries.ts'

/**
 * Mails of these kinds that were written before a moment go, sent or not: what holds a key to an account is not kept
 * longer than the key works. With them go mails that were to be forgotten by now.
 */
export const forgetMails = (ports: Ports, kinds: readonly string[], before: Date): Promise<number> =>
  ports.write(async (tx) => {
    await deleteMailsToForget(tx, ports.clock())
    return deleteMails(tx, kinds, before)
  })
