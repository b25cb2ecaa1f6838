import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { findDonorKey } from '../queries/donors.ts'
import { findDonorGroups } from '../queries/merges.ts'
import { deleteNote, deleteTag, insertNote, insertTag } from '../queries/records.ts'
import { keysOfPeople, personOfDonor } from '../rules/donor-groups.ts'
import { readNote, readTag } from '../rules/record-texts.ts'

/** A donor, by one of their donations to the charity. */
type OfDonor = { readonly organizationId: bigint; readonly donationId: string }

/**
 * Changes what the team wrote about a donor, and audits it without the text. An anonymous donation and another charity's
 * aren't found (privacy-1, security-3).
 */
async function changeRecords(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  { act, ...donor }: OfDonor & { readonly act: string },
  change: (
    tx: Tx,
    of: OfDonor & { readonly keys: readonly Buffer[]; readonly by: string; readonly at: Date },
  ) => Promise<unknown>,
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, donor.organizationId, 'donors')
  const key = await findDonorKey(ports.db, donor)
  if (!key) throw new Problem('not-found', 'not-found')
  const groups = await findDonorGroups(ports.db, charity.id)
  const keys = keysOfPeople(groups, [personOfDonor(groups, key)])
  const instant = ports.clock()
  await ports.write(async (tx) => {
    await change(tx, { ...donor, organizationId: charity.id, keys, by: viewer.accountId, at: instant })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: `charity-donors.${act}`,
      object: `organization:${charity.id}`,
      at: instant,
      ip: context.ip,
      details: { donationId: donor.donationId },
    })
  })
}

type Request<Details> = readonly [
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  request: OfDonor & Details,
]

const refused = (field: string, fault: Fault) =>
  new Problem('validation', 'invalid-input', { fields: { [field]: fault } })

/** Adds a note of the team about a donor. */
export async function addNote(...[ports, viewer, context, request]: Request<{ readonly text: string }>): Promise<void> {
  const read = readNote(request.text)
  await changeRecords(ports, viewer, context, { ...request, act: 'note-added' }, (tx, donor) => {
    if ('fault' in read) throw refused('text', read.fault)
    return insertNote(tx, { ...donor, id: ports.newId(), body: read.words })
  })
}

/** Deletes a note about a donor. */
export const removeNote = (...[ports, viewer, context, request]: Request<{ readonly noteId: string }>): Promise<void> =>
  changeRecords(ports, viewer, context, { ...request, act: 'note-removed' }, async (tx, donor) => {
    if (!(await deleteNote(tx, { ...donor, id: request.noteId }))) throw new Problem('not-found', 'not-found')
  })

/** Adds a tag to a donor; adding it again changes nothing. */
export async function addTag(...[ports, viewer, context, request]: Request<{ readonly name: string }>): Promise<void> {
  const read = readTag(request.name)
  await changeRecords(ports, viewer, context, { ...request, act: 'tag-added' }, (tx, donor) => {
    if ('fault' in read) throw refused('name', read.fault)
    return insertTag(tx, { ...donor, name: read.words })
  })
}

/** Removes a tag from a donor; removing it again changes nothing. */
export const removeTag = (...[ports, viewer, context, request]: Request<{ readonly name: string }>): Promise<void> =>
  changeRecords(ports, viewer, context, { ...request, act: 'tag-removed' }, (tx, donor) =>
    deleteTag(tx, { ...donor, name: request.name }),
  )
