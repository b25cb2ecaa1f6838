import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'

const day = z.iso.date()
const staffRoles = ['support', 'reviewer', 'finance', 'admin'] as const

const person = z.object({ id: z.string(), email: z.string(), name: z.string(), roles: z.array(z.enum(staffRoles)) })
z.globalRegistry.add(person, { id: 'StaffMember', description: 'An account with its staff roles.' })

const auditFilter = {
  actor: z.string().max(254).optional(),
  act: z.string().max(100).optional(),
  object: z.string().max(100).optional(),
  /** A charity's id: its own entries, and those about its fundraisers, pages and payouts. */
  charity: numericId.optional(),
  from: day.optional(),
  until: day.optional(),
}
const entry = z.object({
  id: z.string(),
  at: instant,
  actorKind: z.enum(['account', 'guest', 'visitor', 'system']),
  actorId: z.string().nullable(),
  /** The account's email address; null if the account was erased. */
  actor: z.string(),
  /** The account's name; empty if it has none or was erased. */
  actorName: z.string(),
  act: z.string(),
  object: z.string(),
  /** The name, number or reference of the object; null if it has none or was erased. */
  objectName: z.string().nullable(),
  ip: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
z.globalRegistry.add(entry, { id: 'AuditEntry', description: 'An entry of the audit log.' })

/** Calls for staff: roles and the audit log. */
export const staffCalls = {
  'GET /v4/staff/people': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'List staff',
    description: 'Returns the accounts with staff roles. Requires the admin role.',
    input: z.object({}),
    output: z.object({ people: z.array(person) }),
  }),
  'POST /v4/staff/people/lookups': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'Find an account',
    description:
      'Returns the account with a confirmed email address, and writes an audit entry. Requires the admin role.',
    input: z.object({ email: z.string().max(254).default('') }),
    output: person,
    refuses: ['account-not-found'],
  }),
  'PUT /v4/staff/people/:accountId/roles': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'Set staff roles',
    description:
      'Replaces the staff roles of an account and ends its sessions. Requires the admin role and a recent proof of identity.',
    input: z.object({ accountId: uuid, roles: z.array(z.enum(staffRoles)).max(4).default([]) }),
    output: person,
    refuses: ['reauthentication-required', 'account-not-found', 'last-admin'],
  }),
  'GET /v4/staff/audit': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'List audit entries',
    description: 'Returns audit entries, newest first; `before` gets the next page. Requires the admin role.',
    input: z.object({
      ...auditFilter,
      before: numericId.optional(),
    }),
    output: z.object({
      entries: z.array(entry),
      next: z.string().nullable(),
      /** All charities, to choose one. */
      charities: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
  'GET /v4/staff/audit/export': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'Export the audit log',
    description: 'Returns the audit entries as a CSV file, and writes an audit entry. Requires the admin role.',
    input: z.object(auditFilter),
    sends: ['text/csv'],
    output: z.object({}),
  }),
}
