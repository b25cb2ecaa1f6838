import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { aPdf } from '#tests/support/upload-corpus.ts'
import { rewritePdf } from './rewrite-pdf.ts'

/** Creates a report of one page with a text, changed by `change`. */
async function aReport(
  change: (document: PDFDocument) => unknown = () => undefined,
  options: { readonly useObjectStreams?: boolean } = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 400])
  page.drawText('Wells of 2025', { font: await document.embedFont(StandardFonts.Helvetica) })
  await change(document)
  return document.save(options)
}
const firstPage = (document: PDFDocument) => document.getPage(0).node
const script = { S: 'JavaScript', JS: PDFString.of('app.alert("EVIL")') }
const annotate = (document: PDFDocument, annotation: object) =>
  firstPage(document).set(
    PDFName.of('Annots'),
    document.context.obj([document.context.register(document.context.obj(annotation as never))]),
  )
const link = (action: object) => ({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: action })

const malicious: Readonly<Record<string, (document: PDFDocument) => unknown>> = {
  'a script that runs when it opens': (document) =>
    document.catalog.set(PDFName.of('OpenAction'), document.context.obj(script)),
  'a named script': (document) => document.addJavaScript('start', 'app.alert("EVIL")'),
  'a script behind the name in hexadecimal': (document) =>
    document.catalog.set(
      PDFName.of('Open#41ction'),
      document.context.obj({ S: 'J#61vaScript', J: script, JS: PDFString.of('EVIL') }),
    ),
  'an action of the document': (document) =>
    document.catalog.set(PDFName.of('AA'), document.context.obj({ WC: script })),
  'an action of a page': (document) => firstPage(document).set(PDFName.of('AA'), document.context.obj({ O: script })),
  'a program that a link starts': (document) => annotate(document, link({ S: 'Launch', F: PDFString.of('EVIL.exe') })),
  'another file that a link opens': (document) => annotate(document, link({ S: 'GoToR', F: PDFString.of('EVIL.pdf') })),
  'a form that a link sends': (document) =>
    annotate(document, link({ S: 'SubmitForm', F: PDFString.of('https://EVIL.example') })),
  'a link with a script': (document) => annotate(document, link({ S: 'URI', URI: PDFString.of('javascript:EVIL()') })),
  'a script behind an allowed link': (document) =>
    annotate(document, link({ S: 'URI', URI: PDFString.of('https://example.org/'), Next: script })),
  'an attached file': (document) => document.attach(Buffer.from('EVIL'), 'EVIL.exe', { mimeType: 'application/EVIL' }),
  'an attachment on the page': (document) =>
    annotate(document, { Subtype: 'FileAttachment', Rect: [0, 0, 9, 9], FS: { EF: {}, F: PDFString.of('EVIL') } }),
  'rich media': (document) =>
    annotate(document, { Subtype: 'RichMedia', Rect: [0, 0, 9, 9], RichMediaContent: { x: PDFString.of('EVIL') } }),
  'a form field with a script': (document) => {
    const field = document.getForm().createTextField('EVIL')
    field.addToPage(document.getPage(0))
    field.acroField.dict.set(PDFName.of('AA'), document.context.obj({ K: script }))
  },
  'an XFA form': (document) =>
    document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ XFA: PDFString.of('EVIL') })),
  'private data of a program': (document) =>
    firstPage(document).set(PDFName.of('PieceInfo'), document.context.obj({ x: PDFString.of('EVIL') })),
  'a script in the resources of a page': (document) =>
    firstPage(document).set(
      PDFName.of('Resources'),
      document.context.obj({ Properties: { x: document.context.register(document.context.obj({ A: script })) } }),
    ),
}

/** Returns everything that a reader finds in a file: its objects, also those in compressed streams. */
async function contentOf(bytes: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  return document.context
    .enumerateIndirectObjects()
    .map(([, object]) => String(object))
    .join('\n')
}
const active =
  /EVIL|\/(JavaScript|JS|AA|OpenAction|Launch|SubmitForm|GoToR|EmbeddedFiles?|EF|XFA|AcroForm|RichMedia|PieceInfo|FileAttachment)\b/

for (const useObjectStreams of [false, true])
  test.each(Object.entries(malicious))(
    `keeps the page without %s (compressed: ${useObjectStreams})`,
    async (_, change) => {
      const upload = await aReport(change, { useObjectStreams })
      expect(await contentOf(upload)).toMatch(active)
      const rewritten = await rewritePdf(upload)
      expect(await contentOf(rewritten)).not.toMatch(active)
      expect(Buffer.from(rewritten).toString('latin1')).not.toMatch(active)
      expect((await PDFDocument.load(rewritten)).getPages().map((page) => page.getSize())).toEqual([
        { width: 300, height: 400 },
      ])
    },
  )

test('keeps text and links to https and mailto, and drops an earlier revision', async () => {
  const upload = await aReport((document) =>
    annotate(document, link({ S: 'URI', URI: PDFString.of('https://example.org/report?year=2025') })),
  )
  const rewritten = await rewritePdf(upload)
  expect(await contentOf(rewritten)).toContain('https://example.org/report?year=2025')
  expect(await contentOf(rewritten)).toContain('/Helvetica')
  expect(Buffer.from(rewritten).toString('latin1').match(/%%EOF/g)).toHaveLength(1)
})

test('refuses a protected file and one that no reader understands', async () => {
  const document = await PDFDocument.create()
  document.addPage()
  document.encrypt({ userPassword: 'secret', ownerPassword: 'secret' })
  await expect(rewritePdf(await document.save())).rejects.toMatchObject({ code: 'pdf-encrypted' })
  await expect(rewritePdf(Buffer.from('%PDF-1.7\nno objects\n%%EOF\n'))).rejects.toMatchObject({
    code: 'pdf-not-readable',
  })
  await expect(rewritePdf(aPdf('% a year'))).resolves.toBeInstanceOf(Uint8Array)
})
