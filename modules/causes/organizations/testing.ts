import type { Insertable } from 'kysely'
import type { Ports, Tables } from '#shared/ports.ts'
import { insertOrganizations } from './queries/organizations.ts'

type Row = Insertable<Tables['organizations.organization']>

/**
 * Creates a verified British charity by default; each call creates another. Its verification outlasts every test that
 * moves the clock.
 */
export async function anOrganization(ports: Ports, over: Partial<Row> = {}): Promise<Row & { readonly id: bigint }> {
  const row: Row = {
    slug: `charity-${ports.newId()}`,
    name: 'Umeed Trust',
    name_ar: null,
    about: 'Water and schools where they are far away.',
    country: 'GB',
    time_zone: 'Europe/London',
    website: null,
    email: 'office@umeed.example',
    postal_address: '4 Sample Lane\nLeicester\nLE1 0XX\nUnited Kingdom',
    registration: 'Charity no. 0000001 (demo)',
    receipt_regime: 'uk',
    receipt_signatory: null,
    verified_at: ports.clock(),
    verification_state: 'verified',
    verified_until: new Date('2100-01-01T00:00:00Z'),
    created_at: ports.clock(),
    ...over,
  }
  const [id] = await ports.write((tx) => insertOrganizations(tx, [row]))
  return { ...row, id: id! }
}

/** Adds a host that a charity verified and, by default, chose for its public addresses. */
export const aVerifiedHost = (
  ports: Ports,
  organizationId: bigint,
  host: string,
  over: Partial<Insertable<Tables['organizations.domain']>> = {},
) =>
  ports.write((tx) =>
    tx
      .insertInto('organizations.domain')
      .values({
        organization_id: organizationId,
        position: 1,
        host,
        added_at: ports.clock(),
        verified_at: ports.clock(),
        is_primary: true,
        next_check_at: ports.clock(),
        ...over,
      })
      .execute(),
  )
