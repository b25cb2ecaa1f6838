import type { Ports } from '#shared/ports.ts'
import { deleteMails } from './queries.ts'

/** Mails of these kinds that were written before a moment go, sent or not: what holds a key to an account is not kept longer than the key works. */
export const forgetMails = (ports: Ports, kinds: readonly string[], before: Date): Promise<number> => ports.write((tx) => deleteMails(tx, kinds, before))
