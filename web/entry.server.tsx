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
import { direction } from '#shared/text.ts'
import { textsFor } from './lib/catalogues.ts'
import type { Namespaces, NamespacesOf } from './lib/namespace-lists.ts'
import { PageLocale } from './lib/page-locale.ts'
import { PageTextsContext } from './lib/page-texts.ts'

const patienceMs = 6000

/**
 * Fonts preloaded for each direction; Arabic pages contain Latin names and digits too. Preloading prevents layout
 * shifts.
 */
const letters: Readonly<Record<'ltr' | 'rtl', readonly string[]>> = {
  ltr: [figtreeLatin, messiriLatin],
  rtl: [vazirmatnArabic, messiriArabic, figtreeLatin],
}

/** What a route may export besides the framework's names; browsers don't load it. */
type WithNamespaces = { readonly namespaces?: Namespaces | NamespacesOf }

/** Returns the namespaces that the page's routes export, the layout's first. */
const namespacesOf = ({ staticHandlerContext, routeModules }: EntryContext): Namespaces =>
  staticHandlerContext.matches.flatMap(({ route, params }) => {
    const { namespaces = [] } = (routeModules[route.id] ?? {}) as WithNamespaces
    return typeof namespaces === 'function' ? namespaces(params) : namespaces
  })

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
      <PageTextsContext value={textsFor(new URL(request.url).pathname, namespacesOf(entry), locale)}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </PageTextsContext>
    </PageLocale>
  )
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // The page is sent as a whole, so React must not move parts of it into scripts for streaming.
      progressiveChunkSize: Infinity,
      onAllReady() {
        clearTimeout(patience)
        headers.set('content-type', 'text/html; charset=utf-8')
        for (const file of letters[direction(locale)])
          headers.append('link', `<${file}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
        // The response also carries the bytes, because reading them from a Response costs a third of what compressing
        // them costs (server/pages/web.ts).
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

/** Collects the rendered page and passes it on as one buffer. */
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
 * Loads the router's scripts after the styles, fonts and first picture that paint the page. The router has no setting
 * for this.
 */
const withLowPriorityScripts = (page: Buffer): Buffer<ArrayBuffer> =>
  Buffer.from(
    page.toString('latin1').replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'),
    'latin1',
  )
