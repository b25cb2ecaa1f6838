import { required } from '#shared/collections.ts'
import { uuidv7 } from '#shared/ids.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { hashPassword } from '#modules/platform/identity/passwords.ts'
import { findAccountByEmail, insertAccount } from '#modules/platform/identity/queries.ts'
import type { Donor } from './donors/donors.ts'
import type { Random } from './random.ts'

/** The demo's password is public: the README prints it. */
export const demoPassword = 'sunbul-demo-2026'

/** A donor with three years of donations, so that her pages aren't empty. */
export const amina: Donor = {
  email: 'amina@example.org',
  firstName: 'Amina',
  lastName: 'Rahman',
  country: 'GB',
  city: 'Leicester',
  locale: 'en',
}
/** The operator, who verified the demo's fundraisers for zakat. */
export const admin = { email: 'admin@example.org', firstName: 'Idris', lastName: 'Keller' }
/** The second staff member, because two must approve a charity, and two a payout. */
export const reviewer = { email: 'reviewer@example.org', firstName: 'Nadia', lastName: 'Hakim' }
/** Runs the first charity of the demo and two of its fundraisers. */
export const sana = { email: 'sana@example.org', firstName: 'Sana', lastName: 'Qureshi' }

/** Creates four password hashes before any transaction is open, because hashing takes long. */
export const hashDemoPasswords = (ports: Ports): Promise<string[]> =>
  Promise.all([1, 2, 3, 4].map(() => hashPassword(demoPassword, Buffer.from(ports.newToken(16), 'base64url'))))

/**
 * Writes the demo's accounts (a donor, an operator with a reviewer, and an organizer) and returns their ids by email.
 * Existing accounts are unchanged.
 */
export async function writeAccounts(
  tx: Tx,
  input: { readonly hashes: readonly string[]; readonly at: Date; readonly random: Random },
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [index, person] of [
    { ...amina, roles: [] },
    { ...admin, roles: ['admin'] },
    { ...sana, roles: [] },
    { ...reviewer, roles: ['reviewer', 'finance'] },
  ].entries()) {
    const { email, firstName, lastName, roles } = person
    const account = await insertAccount(tx, {
      id: uuidv7(input.at, input.random.bytes(10)),
      email,
      passwordHash: required(input.hashes[index]),
      firstName,
      lastName,
      roles,
      at: input.at,
    })
    ids.set(email, account?.id ?? required(await findAccountByEmail(tx, email)).id)
  }
  return ids
}
