import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { findClosing } from './queries/closing.ts'
import { refusalAfterClosing } from './rules/closing.ts'

/**
 * Throws 409 `charity-closed` for a member's change of a closed charity, and 404 for reading it after 90 days
 * (content-34). `notFound` is the code for the requested object.
 */
export async function assertNotClosed(
  ports: Pick<Ports, 'db' | 'clock'>,
  organizationId: bigint,
  input: { readonly isReading: boolean; readonly notFound: string },
): Promise<void> {
  const closing = await findClosing(ports.db, organizationId)
  const refusal = refusalAfterClosing(closing?.closedAt ?? null, { now: ports.clock(), isReading: input.isReading })
  if (refusal === 'over') throw new Problem('not-found', input.notFound)
  if (refusal) throw new Problem('conflict', refusal)
}
