import { type Ask, askJson } from './ask.ts'
import { type Claims, headerOf, type Jwk, verifyIdToken } from './id-token.ts'
import { type ExternalProfile, type LoginProvider, pictureFrom, ProviderRefusal, textOf } from './provider.ts'

export type OpenIdSettings = {
  readonly key: string
  readonly name: string
  /** Where `/.well-known/openid-configuration` stands; also who must have issued every token. */
  readonly issuer: string
  /** Other spellings of the issuer its tokens may carry; Google's leave out `https://`. */
  readonly issuerAliases?: readonly string[]
  /** Endings of the hosts that serve its pictures, besides its own. */
  readonly pictureHosts?: readonly string[]
  readonly clientId: string
  /** Undefined: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined
  readonly ask: Ask
  readonly clock: () => Date
}

type Discovery = {
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly userInfoEndpoint: string | undefined
  readonly jwksUri: string
  readonly takesSecretInBody: boolean
}

const freshMs = 3_600_000
/** A key we do not know is asked for again, but not for every forged token. */
const keysAgainMs = 60_000

/** Any OpenID Connect provider, by discovery: authorization code with PKCE, ID token checked, then who it is by their bearer token (S1 §7). */
export function openIdProvider(settings: OpenIdSettings): LoginProvider {
  const { key, name, clientId, clientSecret, ask, clock } = settings
  // Some issuers end in a slash, and leave it out where their document stands.
  const issuer = settings.issuer.replace(/\/$/, '')
  const issuers = [issuer, `${issuer}/`, ...(settings.issuerAliases ?? [])]
  let discovered: { readonly at: number; readonly value: Discovery } | undefined
  let known: { readonly at: number; readonly keys: readonly Jwk[] } | undefined

  async function discovery(): Promise<Discovery> {
    if (discovered && clock().getTime() - discovered.at < freshMs) return discovered.value
    const value = discoveryOf(await askJson(ask, `${issuer}/.well-known/openid-configuration`), issuer)
    discovered = { at: clock().getTime(), value }
    return value
  }

  async function keysFor(kid: string | undefined): Promise<readonly Jwk[]> {
    const age = known ? clock().getTime() - known.at : Infinity
    const isKnown = known !== undefined && (kid === undefined || known.keys.some((each) => each.kid === kid))
    if (known && age < (isKnown ? freshMs : keysAgainMs)) return known.keys
    const { keys } = await askJson(ask, (await discovery()).jwksUri)
    if (!Array.isArray(keys)) throw new ProviderRefusal('the issuer has no keys')
    known = { at: clock().getTime(), keys: keys as Jwk[] }
    return known.keys
  }

  async function exchange(of: { code: string; redirectUri: string; verifier: string }): Promise<{ idToken: string; accessToken: string }> {
    const { tokenEndpoint, takesSecretInBody } = await discovery()
    const isBasic = clientSecret !== undefined && !takesSecretInBody
    const body = new URLSearchParams({ grant_type: 'authorization_code', code: of.code, redirect_uri: of.redirectUri, code_verifier: of.verifier })
    if (!isBasic) body.set('client_id', clientId)
    if (clientSecret !== undefined && !isBasic) body.set('client_secret', clientSecret)
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret ?? '')}`).toString('base64')
    const answer = await askJson(ask, tokenEndpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(isBasic ? { authorization: `Basic ${basic}` } : {}) },
      body: body.toString(),
    })
    return { idToken: textOf(answer.id_token), accessToken: textOf(answer.access_token) }
  }

  return {
    key,
    name,
    issuer,
    authorizeUrl: async ({ redirectUri, state, nonce, challenge }) => {
      const url = new URL((await discovery()).authorizationEndpoint)
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }
      for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value)
      return url.href
    },
    profileOf: async ({ code, redirectUri, verifier, nonce }) => {
      const { idToken, accessToken } = await exchange({ code, redirectUri, verifier })
      if (idToken === '') throw new ProviderRefusal('the provider sent no ID token')
      const keys = await keysFor(headerOf(idToken).kid)
      const claims = verifyIdToken(idToken, { keys, issuers, clientId, nonce, now: clock() })
      const { userInfoEndpoint } = await discovery()
      if (userInfoEndpoint === undefined || accessToken === '') return profileFrom(claims, settings)
      const info = await userInfo(ask, userInfoEndpoint, accessToken)
      // An access token of somebody else, put into a sound answer, would otherwise bring their e-mail (Core 5.3.2).
      if (info.sub !== claims.sub) throw new ProviderRefusal('the user info is of somebody else')
      return profileFrom({ ...('email' in info ? withoutEmail(claims) : claims), ...info }, settings)
    },
  }
}

/** Who a bearer token belongs to: the user info of Google and of any OpenID Connect provider (S1 §7). */
export const userInfo = (ask: Ask, endpoint: string, accessToken: string): Promise<Record<string, unknown>> =>
  askJson(ask, endpoint, { headers: { authorization: `Bearer ${accessToken}` } })

/** That an e-mail is verified holds for the e-mail it was said with only. */
const withoutEmail = ({ email: _, email_verified: __, ...rest }: Claims): Record<string, unknown> => rest

function profileFrom(said: Readonly<Record<string, unknown>>, { issuer, pictureHosts = [] }: OpenIdSettings): ExternalProfile {
  const email = textOf(said.email)
  const name = textOf(said.name)
  const firstName = textOf(said.given_name) || (name.split(/\s+/)[0] ?? '')
  return {
    subject: textOf(said.sub),
    email: email || undefined,
    isEmailVerified: email !== '' && (said.email_verified === true || said.email_verified === 'true'),
    firstName,
    lastName: textOf(said.family_name) || (name.startsWith(firstName) ? name.slice(firstName.length).trim() : ''),
    // Google's addresses end in the size that is wanted.
    pictureUrl: pictureFrom(said.picture, issuer, pictureHosts)?.replace(/=s\d+-c$/, '=s500-c'),
  }
}

function discoveryOf(said: Record<string, unknown>, issuer: string): Discovery {
  if (said.issuer !== issuer && said.issuer !== `${issuer}/`) throw new ProviderRefusal(`the discovery document at ${issuer} is of another issuer`)
  const isPlain = issuer.startsWith('http:')
  const address = (name: string): string | undefined => {
    const value = said[name]
    if (value === undefined) return undefined
    // What is asked over TLS is not answered in the clear.
    if (typeof value !== 'string' || !URL.canParse(value) || !(isPlain ? /^https?:/ : /^https:/).test(value))
      throw new ProviderRefusal(`${name} of ${issuer} is no web address`)
    return value
  }
  const needed = (name: string): string => {
    const value = address(name)
    if (value === undefined) throw new ProviderRefusal(`${issuer} has no ${name}`)
    return value
  }
  const methods = said.token_endpoint_auth_methods_supported
  return {
    authorizationEndpoint: needed('authorization_endpoint'),
    tokenEndpoint: needed('token_endpoint'),
    userInfoEndpoint: address('userinfo_endpoint'),
    jwksUri: needed('jwks_uri'),
    takesSecretInBody: Array.isArray(methods) && methods.includes('client_secret_post'),
  }
}
