import { Writable } from 'node:stream'
import messiriArabic from '@fontsource-variable/el-messiri/files/el-messiri-arabic-wght-normal.woff2?url'
import messiriLatin from '@fontsource-variable/el-messiri/files/el-messiri-latin-wght-normal.woff2?url'
import figtreeLatin from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import vazirmatnArabic from '@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2?url'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import type { Locale } from '#shared/text.ts'
import { textsFor } from './lib/catalogues.ts'
import { PageLocale } from './lib/page-locale.ts'
import { PageTextsContext } from './lib/page-texts.ts'

const patienceMs = 6000

/**
 * What every page in a language is written with; an Arabic one has Latin names and digits, too. Asked for with the page
 * it is there to paint it, and nothing moves later.
 */
const letters: Readonly<Record<Locale, readonly string[]>> = {
  en: [figtreeLatin, messiriLatin],
  ar: [vazirmatnArabic, messiriArabic, figtreeLatin],
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  ;(context as RouterContextProvider).get(renderContext).logError(error, 'a page could not be rendered')
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  load: RouterContextProvider,
): Promise<Response> {
  const { nonce, locale } = load.get(renderContext)
  let code = status
  const page = (
    <PageLocale value={locale}>
      <PageTextsContext value={textsFor(new URL(request.url).pathname, locale)}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </PageTextsContext>
    </PageLocale>
  )
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // The page goes out whole, so nothing of it is put aside for a script to bring in.
      progressiveChunkSize: Infinity,
      onAllReady() {
        clearTimeout(patience)
        headers.set('content-type', 'text/html; charset=utf-8')
        for (const file of letters[locale])
          headers.append('link', `<${file}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
        // With the bytes themselves, because reading them from a Response costs a third of what it costs to compress
        // them (server/pages/web.ts).
        pipe(whole((page) => resolve(Object.assign(new Response(page, { headers, status: code }), { page }))))
      },
      onShellError: reject,
      onError(error) {
        code = 500
        load.get(renderContext).logError(error, 'a page broke while it was rendered')
      },
    })
    const patience = setTimeout(abort, patienceMs).unref()
  })
}

/** A page goes out in one piece, and nothing of it is kept once it has gone. */
function whole(take: (page: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Uint8Array[] = []
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    final(done) {
      take(withLowPriorityScripts(Buffer.concat(chunks)))
      done()
    },
  })
}

/**
 * The router's scripts load after what paints the page: its styles, fonts and first picture. The router has no setting
 * for it.
 */
const withLowPriorityScripts = (page: Buffer): Buffer<ArrayBuffer> =>
  Buffer.from(
    page.toString('latin1').replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'),
    'latin1',
  )
