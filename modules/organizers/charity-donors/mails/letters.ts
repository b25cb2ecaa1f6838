import { findOwnOrganizations } from '#modules/causes/organizations/index.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import type { ResultOf, RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { charityMailsContract } from '../contract-mails.ts'
import { toDonorFilters } from '../donors/list-donors.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { listFundraisers } from '../queries/donations.ts'
import { findDonors } from '../queries/find-donors.ts'
import { findNextLetterFrom, insertLetter, listLetters } from '../queries/letters.ts'
import { keysOfPeople } from '../rules/donor-groups.ts'
import { nextLetterFrom, readLetter } from '../rules/letter.ts'
import type { Segment } from '../rules/segments.ts'
import { findLetterRecipients, sendLetterTask } from './send-letter.ts'

/** Maximum of donors of a letter, most recent ones first. */
const recipientsMax = 200_000

type Requested = {
  readonly organizationId: bigint
  readonly segment: Segment
  readonly fundraiser: string
  readonly subject: string
  readonly body: string
}

/** Returns a charity's letters, and when it may send the next one. */
export async function readLetters(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  organizationId: bigint,
): Promise<ResultOf<typeof charityMailsContract, 'GET /v4/organizations/:organizationId/letters'>> {
  const { charity } = await authorizeForCharity(ports, viewer, organizationId, 'settings', 'reading')
  const [letters, fundraisers, next] = await Promise.all([
    listLetters(ports.db, charity.id),
    listFundraisers(ports.db, charity.id),
    findNextLetterFrom(ports.db, charity.id, ports.clock()),
  ])
  return {
    charity: { id: String(charity.id), name: charity.name },
    fundraisers: fundraisers.map(({ id, name }) => ({ id: String(id), name })),
    nextOn: next ? localDateIn(charity.timeZone, next) : null,
    letters: letters.map(({ queuedAt, ...letter }) => ({
      ...letter,
      sentOn: localDateIn(charity.timeZone, queuedAt),
    })),
  }
}

/** Reads a letter that is to be sent now; refuses it with the faults of its fields, or within a week of the last one. */
async function prepareLetter(ports: CharityDonorPorts, viewer: AccountViewer, request: Requested) {
  const { charity } = await authorizeForCharity(ports, viewer, request.organizationId, 'settings')
  const campaignId = BigInt(request.fundraiser)
  if (!(await listFundraisers(ports.db, charity.id)).some(({ id }) => id === campaignId))
    throw new Problem('not-found', 'not-found')
  const [own] = await findOwnOrganizations(ports.db, [charity.id])
  const read = readLetter(request, required(own, 'charity').website ?? '')
  if ('faults' in read) throw new Problem('validation', 'invalid-input', { fields: read.faults })
  if (await findNextLetterFrom(ports.db, charity.id, ports.clock())) throw new Problem('conflict', 'letter-too-soon')
  const filters = await toDonorFilters(ports, { organizationId: charity.id, segment: request.segment })
  const donors = await findDonors(ports.db, filters, { limit: recipientsMax })
  const donorKeys = keysOfPeople(
    filters.groups,
    donors.map(({ key }) => key),
  )
  return { charity, campaignId, letter: read.letter, donorKeys }
}

/** Returns how many donors would get a letter now; sends nothing. */
export async function countLetterRecipients(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  request: Requested,
): Promise<{ readonly recipients: number }> {
  const { charity, ...letter } = await prepareLetter(ports, viewer, request)
  return { recipients: (await findLetterRecipients(ports, ports.db, { organizationId: charity.id, ...letter })).length }
}

/**
 * Sends a letter to the donors of a segment who asked for a fundraiser's updates, through the mail queue (content-44).
 * The list of donors is fixed now; who unsubscribes before their mail is queued gets none.
 */
export async function requestLetter(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  request: Requested,
): Promise<void> {
  const { charity, campaignId, letter, donorKeys } = await prepareLetter(ports, viewer, request)
  const instant = ports.clock()
  const id = ports.newId()
  try {
    await ports.write(async (tx) => {
      await insertLetter(tx, {
        id,
        organizationId: charity.id,
        campaignId,
        segment: request.segment,
        ...letter,
        by: viewer.accountId,
        at: instant,
        nextFrom: nextLetterFrom(instant),
        donorKeys,
      })
      await ports.enqueue(tx, sendLetterTask, { letterId: id })
      await record(tx, {
        actor: { kind: 'account', id: viewer.accountId },
        act: 'charity-donors.letter-sent',
        object: `organization:${charity.id}`,
        at: instant,
        ip: context.ip,
        details: { letterId: id, segment: request.segment, fundraiser: request.fundraiser },
      })
    })
  } catch (error) {
    // Someone else of the team sent a letter at the same time.
    if ((error as { constraint?: string }).constraint === 'one_letter_a_week')
      throw new Problem('conflict', 'letter-too-soon')
    throw error
  }
}
