import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type RecordedRequest, consentPage, redirectTo, startFake, type FakeResponse } from './fake-http.ts'
import { onePixel } from './fake-openid.ts'

export type FacebookPerson = {
  readonly id: string
  readonly name: string
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  readonly isSilhouette?: boolean
}

export type FakeFacebook = {
  readonly url: string
  readonly people: Map<string, FacebookPerson>
  readonly asked: string[]
  stop(): Promise<void>
}

type Grant = { person: FacebookPerson; redirectUri: string; challenge: string }

/** Starts a fake of Facebook's login dialog and Graph API: code, access token, fields of `me`. */
export async function startFakeFacebook(input: {
  appId: string
  appSecret: string
  version: string
  port?: number
  anyone?: (name: string) => FacebookPerson
}): Promise<FakeFacebook> {
  const people = new Map<string, FacebookPerson>()
  const grants = new Map<string, Grant>()
  const bearers = new Map<string, FacebookPerson>()
  const requests: string[] = []
  let self = ''
  const refusal = (message: string, code: number): FakeResponse => ({
    status: 400,
    body: { error: { message, type: 'OAuthException', code } },
  })

  const routes: Record<string, (request: RecordedRequest) => FakeResponse> = {
    [`/${input.version}/dialog/oauth`]: ({ url }) => {
      const get = (name: string) => url.searchParams.get(name) ?? ''
      if (get('client_id') !== input.appId || get('response_type') !== 'code')
        return { status: 400, body: 'Invalid App ID' }
      const as = url.searchParams.get('as')
      if (as === null) return { body: consentPage('Test Facebook', url) }
      const person = url.searchParams.getAll('as').includes('declined')
        ? undefined
        : (people.get(as) ?? input.anyone?.(as))
      if (!person)
        return redirectTo(get('redirect_uri'), {
          error: 'access_denied',
          error_reason: 'user_denied',
          state: get('state'),
        })
      const code = randomBytes(16).toString('base64url')
      grants.set(code, { person, redirectUri: get('redirect_uri'), challenge: get('code_challenge') })
      return redirectTo(get('redirect_uri'), { code, state: get('state') })
    },
    [`/${input.version}/oauth/access_token`]: ({ form }) => {
      const grant = grants.get(form.get('code') ?? '')
      grants.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (form.get('client_id') !== input.appId || form.get('client_secret') !== input.appSecret)
        return refusal('Error validating client secret.', 1)
      if (!grant || grant.redirectUri !== form.get('redirect_uri') || grant.challenge !== challenge)
        return refusal('This authorization code has been used.', 100)
      const token = randomBytes(16).toString('base64url')
      bearers.set(token, grant.person)
      return { body: { access_token: token, token_type: 'bearer', expires_in: 5_183_944 } }
    },
    [`/${input.version}/me`]: ({ url, headers }) => {
      const token = String(headers.authorization).replace(/^Bearer /, '')
      const person = bearers.get(token)
      if (!person) return refusal('Invalid OAuth access token.', 190)
      const proof = createHmac('sha256', input.appSecret).update(token).digest('hex')
      if (url.searchParams.get('appsecret_proof') !== proof)
        return refusal('Invalid appsecret_proof provided in the API argument', 100)
      const fields = url.searchParams.get('fields') ?? ''
      const { isSilhouette = false, ...rest } = person
      const picture = /picture\.width\(500\)\.height\(500\)/.test(fields)
        ? { picture: { data: { width: 500, height: 500, is_silhouette: isSilhouette, url: `${self}/picture.png` } } }
        : {}
      return {
        body: {
          ...Object.fromEntries(Object.entries(rest).filter(([name]) => fields.split(',').includes(name))),
          ...picture,
        },
      }
    },
    '/picture.png': () => ({ headers: { 'content-type': 'image/png' }, body: onePixel }),
  }
  const { url, stop } = await startFake(input.port ?? 0, (request) => {
    requests.push(`${request.method} ${request.url.pathname}`)
    return routes[request.url.pathname]?.(request) ?? { status: 404, body: {} }
  })
  self = url
  return { url, people, asked: requests, stop }
}
