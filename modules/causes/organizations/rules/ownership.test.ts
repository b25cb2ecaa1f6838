import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memberRoles } from './roles.ts'
import {
  effectOfStop,
  isControlChange,
  isStillPossible,
  ownershipEffectiveAt,
  routeOfOwnershipChange,
} from './ownership.ts'

const verifiedAt = new Date('2026-03-01T12:00:00Z')
const before = new Date('2026-02-01T12:00:00Z')
const after = new Date('2026-04-01T12:00:00Z')
const owner = (accountId: string, ownerSince: Date | null) => ({ accountId, role: 'owner' as const, ownerSince })
const member = (accountId: string, role: 'admin' | 'editor') => ({ accountId, role, ownerSince: null })

test('owner, admin and finance control a charity; editors and support don’t [accounts-15]', () => {
  expect(memberRoles.filter((role) => isControlChange(undefined, role))).toEqual(['owner', 'admin', 'finance'])
  expect(memberRoles.filter((role) => isControlChange('editor', role))).toEqual(['owner', 'admin', 'finance'])
  expect(isControlChange('donor-support', 'editor')).toBe(false)
  expect(isControlChange('owner', undefined)).toBe(true)
  expect(isControlChange(undefined, 'editor')).toBe(false)
  for (const role of memberRoles) expect(isControlChange(role, role)).toBe(false)
})

test('a charity that was never verified changes its owners at once [accounts-15]', () => {
  expect(routeOfOwnershipChange([owner('o', before)], 'o', null)).toBe('at-once')
})

test('a change waits 72 hours if an owner remains whom staff or the owner concerned knew [accounts-15]', () => {
  expect(routeOfOwnershipChange([owner('o', before), owner('p', before)], 'o', verifiedAt)).toBe('delayed')
  expect(routeOfOwnershipChange([owner('o', after), owner('p', after)], 'o', verifiedAt)).toBe('delayed')
  expect(routeOfOwnershipChange([owner('o', after), owner('p', null)], 'o', verifiedAt)).toBe('delayed')
  expect(ownershipEffectiveAt(before)).toEqual(new Date('2026-02-04T12:00:00Z'))
})

test('an owner from the instant of the verification or of the owner concerned is known [accounts-15]', () => {
  expect(routeOfOwnershipChange([owner('o', before), owner('p', verifiedAt)], 'o', verifiedAt)).toBe('delayed')
  const afterwards = new Date(after.getTime() + 1)
  expect(routeOfOwnershipChange([owner('o', after), owner('p', afterwards)], 'o', verifiedAt)).toBe('staff')
  expect(routeOfOwnershipChange([owner('o', afterwards), owner('p', after)], 'o', verifiedAt)).toBe('delayed')
  // A known owner remains even if the start of the owner concerned isn't stored, or if there is no owner concerned.
  expect(routeOfOwnershipChange([owner('o', null), owner('p', before)], 'o', verifiedAt)).toBe('delayed')
  expect(routeOfOwnershipChange([owner('p', before)], null, verifiedAt)).toBe('delayed')
  expect(routeOfOwnershipChange([owner('p', after)], null, verifiedAt)).toBe('staff')
})

test('the order of the members changes nothing [accounts-15]', () => {
  // The later owner knew the earlier one, whichever is listed first.
  const [early, late] = [owner('early', after), owner('late', new Date(after.getTime() + 1))]
  for (const members of [
    [early, late],
    [late, early],
  ]) {
    expect(routeOfOwnershipChange(members, 'late', verifiedAt)).toBe('delayed')
    expect(routeOfOwnershipChange(members, 'early', verifiedAt)).toBe('staff')
  }
})

test('it waits for staff if only later owners remain, or none [accounts-15]', () => {
  expect(routeOfOwnershipChange([owner('o', before), member('a', 'admin')], 'o', verifiedAt)).toBe('staff')
  expect(routeOfOwnershipChange([owner('o', before), owner('new', after)], 'o', verifiedAt)).toBe('staff')
  expect(routeOfOwnershipChange([owner('o', null), owner('new', after)], 'o', verifiedAt)).toBe('staff')
  expect(routeOfOwnershipChange([], null, verifiedAt)).toBe('staff')
})

test('owners whom staff and the others don’t know never hand a charity over [accounts-15]', () => {
  const later = fc.integer({ min: 1, max: 1_000_000_000 }).map((ms) => new Date(verifiedAt.getTime() + ms))
  fc.assert(
    fc.property(fc.array(later, { maxLength: 5 }), (joined) => {
      const members = [owner('o', before), ...joined.map((since, index) => owner(`new-${index}`, since))]
      expect(routeOfOwnershipChange(members, 'o', verifiedAt)).toBe('staff')
      // The earlier owner can remove each of them in 72 hours.
      for (const [index] of joined.entries())
        expect(routeOfOwnershipChange(members, `new-${index}`, verifiedAt)).toBe('delayed')
    }),
  )
})

test('the requester withdraws, the owner concerned objects once, any other owner stops [accounts-15]', () => {
  const change = { ownerId: 'o', successorId: null, requestedById: 'a', state: 'delayed' as const }
  expect(effectOfStop(change, 'a')).toBe('withdraw')
  expect(effectOfStop(change, 'o')).toBe('contest')
  expect(effectOfStop({ ...change, state: 'staff' }, 'o')).toBe(undefined)
  expect(effectOfStop({ ...change, state: 'staff' }, 'p')).toBe('stop')
  expect(effectOfStop({ ...change, requestedById: 'o' }, 'o')).toBe('withdraw')
})

test('a change applies only while the charity is open and everyone concerned has their role [accounts-15]', () => {
  const members = [owner('o', before), owner('a', before), member('m', 'editor')]
  const change = { ownerId: 'o', successorId: null, requestedById: 'a' }
  expect(isStillPossible(change, members, false)).toBe(true)
  expect(isStillPossible(change, members, true)).toBe(false)
  for (const gone of ['o', 'a'])
    expect(
      isStillPossible(
        change,
        members.filter(({ accountId }) => accountId !== gone),
        false,
      ),
    ).toBe(false)
  for (const gone of ['o', 'a'])
    expect(
      isStillPossible(
        change,
        members.map((item) => (item.accountId === gone ? member(gone, 'admin') : item)),
        false,
      ),
    ).toBe(false)
  // The requester must stay an owner even if another one remains.
  expect(isStillPossible(change, [owner('o', before), owner('p', before), member('a', 'admin')], false)).toBe(false)
  // Another owner has to remain; a member of another role isn't enough.
  const own = { ...change, requestedById: 'o' }
  expect(isStillPossible(own, [owner('o', before), owner('p', before)], false)).toBe(true)
  expect(isStillPossible(own, [owner('o', before), member('m', 'admin')], false)).toBe(false)
  const transfer = { ownerId: 'o', successorId: 'm', requestedById: 'o' }
  expect(isStillPossible(transfer, [owner('o', before), member('m', 'editor')], false)).toBe(true)
  expect(isStillPossible(transfer, [owner('o', before)], false)).toBe(false)
  expect(isStillPossible({ ...change, requestedById: 'o' }, [owner('o', before)], false)).toBe(false)
  const joining = { ownerId: null, successorId: 'n', requestedById: 'n' }
  expect(isStillPossible(joining, [member('m', 'editor')], false)).toBe(true)
  expect(isStillPossible(joining, members, false)).toBe(false)
})
