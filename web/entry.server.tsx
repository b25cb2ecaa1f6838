import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import { PageLocale } from './lib/page-locale.ts'

const patienceMs = 6000

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  ;(context as RouterContextProvider).get(renderContext).logError(error, 'a page could not be rendered')
}

export default function handleRequest(request: Request, status: number, headers: Headers, entry: EntryContext, load: RouterContextProvider): Promise<Response> {
  const { nonce, locale } = load.get(renderContext)
  let code = status
  const page = (
    <PageLocale value={locale}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </PageLocale>
  )
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // The page goes out whole, so nothing of it is put aside for a script to bring in.
      progressiveChunkSize: Infinity,
      onAllReady() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
        pipe(body)
      },
      onShellError: reject,
      onError(error) {
        code = 500
        load.get(renderContext).logError(error, 'a page broke while it was rendered')
      },
    })
    setTimeout(abort, patienceMs).unref()
  })
}
