import { minuteMs } from '#shared/time.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { codeNotValid } from './code-not-valid.ts'
import { hashOfToken } from '../viewer.ts'
import '../tables.ts'

/** Minutes for which a link that proves an address without an account is valid. */
export const addressCodeMinutes = 30

/** Creates a code that proves an address and works one time. Its hash is stored, never the code. */
export async function createAddressCode(ports: Ports, tx: Tx, emailKey: string): Promise<string> {
  const code = ports.newToken(32)
  const now = ports.clock()
  await tx
    .insertInto('identity.address_code')
    .values({
      code_hash: hashOfToken(code),
      email_key: emailKey,
      created_at: now,
      expires_at: new Date(now.getTime() + addressCodeMinutes * minuteMs),
    })
    .execute()
  return code
}

/** Finds the address of a valid code without using it. */
export const findAddressOfCode = async (ports: Ports, code: string): Promise<string | undefined> =>
  (
    await ports.db
      .selectFrom('identity.address_code')
      .select('email_key as emailKey')
      .where('code_hash', '=', hashOfToken(code))
      .where('used_at', 'is', null)
      .where('expires_at', '>', ports.clock())
      .executeTakeFirst()
  )?.emailKey

/** Uses a code and returns the address that it proves. Throws for an unknown, used or expired code. */
export async function useAddressCode(ports: Ports, code: string): Promise<string> {
  const now = ports.clock()
  const used = await ports.write((tx) =>
    tx
      .updateTable('identity.address_code')
      .set({ used_at: now })
      .where('code_hash', '=', hashOfToken(code))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('email_key as emailKey')
      .executeTakeFirst(),
  )
  if (!used) throw codeNotValid()
  return used.emailKey
}
