import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { findClosing } from './queries/closing.ts'
import { refusalAfterClosing } from './rules/closing.ts'

/**
 * Refuses a member's change of a closed charity with 409 `charity-closed`, and reading it with 404 after 90 days
 * (content-34). `notFound`: the code of what was asked for.
 */
export async function refuseClosed(
  ports: Pick<Ports, 'db' | 'clock'>,
  organizationId: bigint,
  input: { readonly isReading: boolean; readonly notFound: string },
): Promise<void> {
  const closing = await findClosing(ports.db, organizationId)
  const refusal = refusalAfterClosing(closing?.closedAt ?? null, { now: ports.clock(), isReading: input.isReading })
  if (refusal === 'over') throw new Problem('not-found', input.notFound)
  if (refusal) throw new Problem('conflict', refusal)
}
