import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { Problem } from '#shared/problem.ts'

/**
 * Members of a dictionary that run, open, send or attach something: scripts, actions, forms, embedded files, media,
 * references to other files, and private data of programs.
 */
const activeMembers: readonly string[] = [
  'AA',
  'AcroForm',
  'AF',
  'EF',
  'EmbeddedFile',
  'EmbeddedFiles',
  'JavaScript',
  'JS',
  'Launch',
  'Metadata',
  'OPI',
  'OpenAction',
  'PieceInfo',
  'PresSteps',
  'PS',
  'Ref',
  'RichMedia',
  'RichMediaContent',
  'URI',
  'XFA',
]

/**
 * Rewrites a PDF so that it contains only its pages: what is drawn, with links within the document and to https and
 * mailto. Scripts, forms, actions, attachments and media are gone, also those in compressed objects or behind other
 * names, because only the pages are copied. Throws `pdf-encrypted` or `pdf-not-readable`.
 */
export async function rewritePdf(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    const source = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: false })
    const rewritten = await PDFDocument.create({ updateMetadata: false })
    for (const page of source.getPages()) {
      keepOnlyLinks(page.node)
      for (const member of activeMembers) page.node.delete(PDFName.of(member))
    }
    for (const page of await rewritten.copyPages(source, source.getPageIndices())) rewritten.addPage(page)
    for (const [, object] of rewritten.context.enumerateIndirectObjects()) removeActive(object)
    return await rewritten.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false })
  } catch (error) {
    if (error instanceof EncryptedPDFError) throw new Problem('validation', 'pdf-encrypted')
    throw new Problem('validation', 'pdf-not-readable')
  }
}

/** Replaces a page's annotations with its links; their addresses are written anew. */
function keepOnlyLinks(page: PDFDict): void {
  const annotations = page.lookupMaybe(PDFName.of('Annots'), PDFArray)
  page.delete(PDFName.of('Annots'))
  const links = (annotations?.asArray() ?? []).flatMap((entry) => linkOf(page, entry) ?? [])
  if (links.length > 0) page.set(PDFName.of('Annots'), page.context.obj(links))
}

function linkOf(page: PDFDict, entry: PDFObject): PDFDict | undefined {
  const annotation = page.context.lookup(entry)
  if (!(annotation instanceof PDFDict) || annotation.lookup(PDFName.of('Subtype')) !== PDFName.of('Link'))
    return undefined
  const rectangle = annotation.lookup(PDFName.of('Rect'))
  const action = annotation.lookup(PDFName.of('A'))
  const address = action instanceof PDFDict ? action.lookup(PDFName.of('URI')) : undefined
  if (!(address instanceof PDFString || address instanceof PDFHexString) || !(rectangle instanceof PDFArray))
    return undefined
  const url = URL.parse(address.decodeText())
  if (url?.protocol !== 'https:' && url?.protocol !== 'mailto:') return undefined
  return page.context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: rectangle,
    Border: [0, 0, 0],
    A: { Type: 'Action', S: 'URI', URI: PDFString.of(url.href.replace(/[()\\]/g, encodeURIComponent)) },
  }) as PDFDict
}

/** Whether a dictionary is the action of a kept link. */
const isLinkAction = (dictionary: PDFDict): boolean =>
  dictionary.get(PDFName.of('S')) === PDFName.of('URI') && !dictionary.has(PDFName.of('Next'))

function removeActive(object: PDFObject): void {
  if (object instanceof PDFStream) removeActive(object.dict)
  else if (object instanceof PDFArray) for (const entry of object.asArray()) removeActive(entry)
  else if (object instanceof PDFDict) {
    for (const member of activeMembers)
      if (!(member === 'URI' && isLinkAction(object))) object.delete(PDFName.of(member))
    for (const [name, entry] of object.entries()) {
      if (entry instanceof PDFDict && entry.has(PDFName.of('S')) && name === PDFName.of('A') && !isLinkAction(entry))
        object.delete(name)
      else removeActive(entry)
    }
  }
}
