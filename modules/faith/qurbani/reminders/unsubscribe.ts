import { Problem } from '#shared/problem.ts'
import {
  type IdentityPorts,
  matchUnsubscribe,
  pseudonymOf,
  signUnsubscribe,
  type TokenSecret,
} from '#modules/platform/identity/index.ts'
import { deleteRemindersTo, insertReminderUnsubscription, isUnsubscribed } from './reminder-queries.ts'

/** Stores an unsubscribed mailbox as a hash, so that the address can't be recovered. */
export const hashOfMailbox = (secret: TokenSecret, email: string): string =>
  pseudonymOf(secret, `qurbani-reminder|${email}`).toString('base64url')

/** Signs the mailbox for the unsubscribe link of a reminder. The token authorizes nothing else. */
export const reminderToken = (ports: IdentityPorts, email: string): string =>
  signUnsubscribe(ports, `qurbani-${hashOfMailbox(ports.tokenSecret, email)}`)

function readToken(ports: IdentityPorts, token: string): string {
  const hash = matchUnsubscribe(ports, token, /^qurbani-([\w-]{43})$/)?.[1]
  if (hash === undefined) throw new Problem('not-found', 'code-not-valid')
  return hash
}

/** Returns whether the mailbox is unsubscribed. Changes nothing, because mail programs prefetch links. */
export const getReminderSubscription = async (ports: IdentityPorts, token: string) => ({
  isUnsubscribed: await isUnsubscribed(ports.db, readToken(ports, token)),
})

/** Deletes the mailbox's reminders and rejects later ones, even if someone else requests them (qurbani-9). */
export async function unsubscribeFromReminders(ports: IdentityPorts, token: string) {
  const hash = readToken(ports, token)
  await ports.write(async (tx) => {
    await insertReminderUnsubscription(tx, hash, ports.clock())
    await deleteRemindersTo(tx, hash)
  })
  return { isUnsubscribed: true }
}
