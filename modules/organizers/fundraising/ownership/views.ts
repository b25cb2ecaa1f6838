import type { readMembers } from '../team/edit-members.ts'
import type { ControlResult } from './change-ownership.ts'

/** Returns the state of a requested change for the API. */
export const controlView = ({ state, effectiveAt }: ControlResult) => ({
  state,
  effectiveAt,
})

/** Returns the change of ownership that waits, and what the viewer can do about it, for the API. */
export const changeView = (change: NonNullable<Awaited<ReturnType<typeof readMembers>>['change']>) => ({
  id: change.id,
  state: change.state === 'staff' ? ('requested' as const) : ('pending' as const),
  requestedById: change.requestedById,
  ownerId: change.ownerId,
  role: change.role,
  successorId: change.successorId,
  effectiveAt: change.effectiveAt,
  stop: change.stop,
})
