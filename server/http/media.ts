import { accountOf } from '#modules/platform/identity/index.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { campaignRunBy } from '#modules/causes/campaigns/index.ts'
import { mediaServer, type StoredPicture, type ShownAs } from '#modules/platform/media/index-server.ts'
import { organizationsServer } from '#modules/causes/organizations/index-server.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { uploadLimits } from '#modules/platform/media/rules/limits.ts'
import { isUuid } from '#shared/ids.ts'
import { withQuery } from '#shared/pages/with-query.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { safePath } from '#shared/safe-path.ts'
import type { App } from '../app.ts'
import { checkOrigin } from './http.ts'
import { localeOf } from './request-context.ts'
import { viewerOf } from './viewer.ts'
import { sendProblem } from './wire.ts'

/** Bytes that a form adds around its file. */
const wrappingBytes = 16 * 1024
const uploadsPerMinute = 30
const cacheBytesMax = 64 * 1024 * 1024

type UploadQuery = { readonly campaignId?: string; readonly back?: string }

/**
 * Registers uploads and delivery of pictures. `POST /v4/media` takes the bytes of a picture, or a form with the file
 * `picture`; with `campaignId` the picture counts towards that fundraiser's quota. A form that names a return page
 * (`back`) is redirected there with `?picture=<id>` or `?problem=<code>`, so it works without scripts.
 * `/media/<id>.webp?w=480|960|1600` returns a picture, `/media/<id>.png` returns it in the size of a link preview
 * (security-8).
 */
export function registerMedia(fastify: FastifyInstance, app: App): void {
  void fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: uploadLimits.bytes + wrappingBytes },
      (_request, body, parsed) => parsed(null, body),
    )
    scope.setErrorHandler((thrown, request, reply) => {
      const error =
        (thrown as { statusCode?: number }).statusCode === 413
          ? new Problem('validation', 'picture-too-large', { status: 413 })
          : thrown
      const back = backOf(request)
      if (back !== undefined && isProblem(error)) return reply.redirect(withQuery(back, { problem: error.code }), 303)
      if (!isProblem(error)) {
        const { statusCode } = error as { statusCode?: number }
        if (statusCode === 429 || statusCode === undefined || statusCode >= 500) throw error
        return sendProblem(reply, new Problem('validation', 'invalid-input'), {
          path: request.url,
          locale: localeOf(request),
          requestId: request.id,
        })
      }
      return sendProblem(reply, error, { path: request.url, locale: localeOf(request), requestId: request.id })
    })
    scope.post<{ Querystring: UploadQuery }>(
      '/v4/media',
      {
        bodyLimit: uploadLimits.bytes + wrappingBytes,
        config: { rateLimit: { max: uploadsPerMinute } } as never,
        // Runs before the body is read, so an unauthorized requester can't upload anything.
        preParsing: async (request, _reply, payload) => {
          checkOrigin(app, request, { needsJson: false })
          accountOf(await viewerOf(app, request))
          return payload
        },
      },
      async (request, reply) => {
        const kept = await storeUpload(app, request)
        const back = backOf(request)
        if (back !== undefined) return reply.redirect(withQuery(back, { picture: kept.id }), 303)
        reply.header('cache-control', 'no-store')
        return { id: kept.id, url: pictureUrl(kept.id), width: kept.width, height: kept.height }
      },
    )
    done()
  })
  registerShowing(fastify, app)
}

async function storeUpload(app: App, request: FastifyRequest<{ Querystring: UploadQuery }>): Promise<StoredPicture> {
  const viewer = accountOf(await viewerOf(app, request))
  const { campaignId } = request.query
  if (campaignId !== undefined && !/^\d{1,18}$/.test(campaignId)) throw new Problem('not-found', 'campaign-not-found')
  const owner =
    campaignId === undefined
      ? undefined
      : organizationsServer.pictureOwnerOf(
          (await campaignRunBy(app, viewer, BigInt(campaignId), 'edit')).organizationId,
        )
  return mediaServer.savePicture(app, viewer, { bytes: await bytesOf(request), owner })
}

async function bytesOf(request: FastifyRequest): Promise<Uint8Array> {
  const body = request.body as Buffer | undefined
  if (!body || body.length === 0) throw new Problem('validation', 'picture-missing')
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) return body
  // The web platform's form-data parser.
  const form = await new Response(body as never, { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  const file = form?.get('picture')
  if (!(file instanceof Blob) || file.size === 0) throw new Problem('validation', 'picture-missing')
  return new Uint8Array(await file.arrayBuffer())
}

/** Returns the page that a form came from, if it is on our own origin. */
const backOf = (request: FastifyRequest): string | undefined => {
  const { back } = request.query as UploadQuery
  return typeof back === 'string' && back !== '' ? safePath(back) : undefined
}

function registerShowing(fastify: FastifyInstance, app: App): void {
  const shown = createPictureCache((id: string, as: ShownAs) => mediaServer.showPicture(app, id, as))
  fastify.get<{ Params: { file: string }; Querystring: { w?: string } }>(
    '/media/:file',
    async (request, reply: FastifyReply) => {
      const [, id = '', type] = /^([0-9a-f-]{36})\.(webp|png)$/.exec(request.params.file) ?? []
      const width = Number(request.query.w ?? 960)
      if (!isUuid(id) || !mediaServer.isWidth(width)) throw new Problem('not-found', 'not-found')
      const as: ShownAs = type === 'png' ? { kind: 'png' } : { kind: 'webp', width }
      const picture = await shown(id, as)
      if (!picture) throw new Problem('not-found', 'not-found')
      return reply
        .type(`image/${as.kind}`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(picture)
    },
  )
}

/**
 * Caches pictures up to a total size. Concurrent requests for one picture share one conversion; a picture that wasn't
 * found is looked up again the next time.
 */
function createPictureCache(make: (id: string, as: ShownAs) => Promise<Buffer | undefined>) {
  const kept = new Map<string, Promise<Buffer | undefined>>()
  const sizes = new Map<string, number>()
  let bytes = 0
  const drop = (key: string) => {
    kept.delete(key)
    bytes -= sizes.get(key) ?? 0
    sizes.delete(key)
  }
  return (id: string, as: ShownAs): Promise<Buffer | undefined> => {
    const key = `${id}|${as.kind === 'png' ? 'png' : as.width}`
    const known = kept.get(key)
    if (known) return known
    const making = make(id, as)
    kept.set(key, making)
    making.then(
      (picture) => {
        if (!picture) return drop(key)
        sizes.set(key, picture.length)
        bytes += picture.length
        for (const oldest of kept.keys()) {
          if (bytes <= cacheBytesMax) break
          if (sizes.has(oldest)) drop(oldest)
        }
      },
      () => drop(key),
    )
    return making
  }
}
