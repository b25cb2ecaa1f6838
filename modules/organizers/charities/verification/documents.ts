import { type AccountViewer, decryptBytes, encryptBytes } from '#modules/platform/identity/index.ts'
import {
  type CharityDocument,
  countDocumentsSince,
  deleteDocument,
  purgeDeletedCharityFiles,
  deleteOldDocuments,
  findCharityDocument,
  findSameDocument,
  listDeletedFiles,
  insertDocument,
  isDocumentDecided,
  listCharityDocuments,
  lockDocuments,
} from '../queries/documents.ts'
import { type DocumentKind, documentLimits } from '#modules/causes/organizations/rules/verification-form.ts'
import { savePrivateFile, privateFileToSend, readUpload, removePrivateFile } from '#modules/platform/media/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import { authorizeForCharity, recordAct } from '../authorize-for-charity.ts'
import type { CharityPorts } from '../ports.ts'

/** Queue name of the job that removes files of deleted documents. */
export const removeDocumentsTask = 'charities:remove_documents'

/** Encryption context that binds a document's bytes to its id. */
const boundTo = (id: string): string => `charity-document:${id}`

/**
 * Adds a document, encrypted in the store (content-22): an unchanged PDF, or a re-encoded picture. Uploading the same
 * bytes of the same kind again returns the same document. Returns its id.
 */
export async function addDocument(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: {
    readonly organizationId: bigint
    readonly kind: DocumentKind
    readonly name: string
    /** Base64. */
    readonly file: string
  },
): Promise<string> {
  const { charity } = await authorizeForCharity(ports, viewer, input.organizationId, 'verification')
  const upload = Buffer.from(input.file, 'base64')
  if (upload.length === 0)
    throw new Problem('validation', 'invalid-input', { fields: { file: { code: 'file-missing' } } })
  const privateFile = await readUpload(upload).catch((error: unknown) => {
    throw error instanceof Problem
      ? new Problem('validation', error.code, { status: error.status, fields: { file: { code: error.code } } })
      : error
  })
  const id = ports.newId()
  const nonce = Buffer.from(ports.newToken(12), 'base64url')
  const bytes = encryptBytes(ports.fieldKey, nonce, Buffer.from(privateFile.bytes), boundTo(id))
  await savePrivateFile(ports, id, { ...privateFile, bytes })
  try {
    const documentId = await ports.write(async (tx) => {
      await lockDocuments(tx, charity.id)
      const same = await findSameDocument(tx, charity.id, { kind: input.kind, digest: privateFile.digest })
      if (same) return same
      const instant = ports.clock()
      await rejectTooMany(tx, charity.id, instant)
      await insertDocument(tx, {
        id,
        organizationId: charity.id,
        kind: input.kind,
        fileKind: privateFile.kind,
        bytes: bytes.length,
        digest: privateFile.digest,
        name: documentName(input.name),
        addedAt: instant,
        accountId: viewer.accountId,
      })
      const details = { document: id, kind: input.kind }
      await recordAct(tx, { viewer, context, organizationId: charity.id, act: 'document-added', at: instant, details })
      return id
    })
    if (documentId !== id) await removePrivateFile(ports, id, privateFile.kind)
    return documentId
  } catch (error) {
    if (error instanceof Problem) await removePrivateFile(ports, id, privateFile.kind)
    throw error
  }
}

async function rejectTooMany(tx: Tx, organizationId: bigint, instant: Date): Promise<void> {
  const { count, anHour } = documentLimits
  if ((await listCharityDocuments(tx, organizationId)).length >= count)
    throw new Problem('conflict', 'too-many-documents', { params: { max: count } })
  if ((await countDocumentsSince(tx, organizationId, new Date(instant.getTime() - hourMs))) >= anHour)
    throw new Problem('rate-limit', 'rate-limited', { retryAfterSeconds: 3600 })
}

/** Removes characters from a file name that could break a header or a path. */
const documentName = (typed: string): string =>
  typed
    .replace(/[\p{C}/\\"<>]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, documentLimits.name) || 'document'

/** Deletes a document, unless a request that it was sent with is already decided. */
export async function removeDocument(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly organizationId: bigint; readonly documentId: string },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, ids.organizationId, 'verification')
  await ports.write(async (tx) => {
    await lockDocuments(tx, charity.id)
    const document = await findCharityDocument(tx, charity.id, ids.documentId)
    if (!document) throw new Problem('not-found', 'document-not-found')
    if (await isDocumentDecided(tx, document.id)) throw new Problem('conflict', 'case-decided')
    await deleteDocument(tx, document.id)
    await ports.enqueue(tx, removeDocumentsTask, {})
    const details = { document: document.id, kind: document.kind }
    await recordAct(tx, {
      viewer,
      context,
      organizationId: charity.id,
      act: 'document-removed',
      at: ports.clock(),
      details,
    })
  })
}

/** Returns a document to an owner or admin of its charity, and writes this to the audit log. */
export async function openOwnDocument(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly organizationId: bigint; readonly documentId: string },
) {
  const { charity } = await authorizeForCharity(ports, viewer, ids.organizationId, 'verification', 'reading')
  const file = await documentToSend(ports, await findCharityDocument(ports.db, charity.id, ids.documentId))
  const details = { document: ids.documentId }
  const instant = ports.clock()
  await ports.write((tx) =>
    recordAct(tx, { viewer, context, organizationId: charity.id, act: 'document-opened', at: instant, details }),
  )
  return file
}

/** Returns a decrypted document; throws 404 if its row or file is missing. */
export async function documentToSend(ports: CharityPorts, document: CharityDocument | undefined) {
  const file =
    document && (await privateFileToSend(ports, { id: document.id, kind: document.fileKind, name: 'document' }))
  if (!file) throw new Problem('not-found', 'document-not-found')
  const bytes = decryptBytes(ports.fieldKey, Buffer.from(file.file.bytes), boundTo(document.id))
  return { ...file, file: { ...file.file, bytes: new Uint8Array(bytes) } }
}

const batch = 100

/** Job that removes the files of deleted documents from the store, and then their rows. */
export async function removeDocumentFiles(ports: CharityPorts): Promise<void> {
  for (;;) {
    const deletedDocuments = await listDeletedFiles(ports.db, batch)
    if (deletedDocuments.length === 0) return
    for (const { id, kind } of deletedDocuments) await removePrivateFile(ports, id, kind)
    await ports.write((tx) =>
      purgeDeletedCharityFiles(
        tx,
        deletedDocuments.map(({ id }) => id),
      ),
    )
    if (deletedDocuments.length < batch) return
  }
}

/**
 * Days after which documents are deleted: identity documents after the decision, others after the verification ended.
 */
const keptDays = { identity: 90, others: 365 } as const

/** Nightly job that deletes documents that are no longer needed (content-22). */
export async function purgeDocuments(ports: CharityPorts): Promise<void> {
  const before = (days: number) => new Date(ports.clock().getTime() - days * dayMs)
  await ports.write((tx) =>
    deleteOldDocuments(tx, { identityBefore: before(keptDays.identity), endedBefore: before(keptDays.others) }),
  )
  await removeDocumentFiles(ports)
}
