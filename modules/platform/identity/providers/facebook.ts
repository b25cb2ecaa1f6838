import { createHmac } from 'node:crypto'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  customFetch,
  fetchProtectedResource,
} from 'openid-client'
import { type LoginProvider, pictureFrom, textOf } from './provider.ts'
import { limitResponses, requireHttps, timeoutSeconds } from './requests.ts'

export type FacebookSettings = {
  readonly appId: string
  readonly appSecret: string
  /** `v14.0` or later (S1 §7). */
  readonly version: string
  /** Address of the consent dialog, such as https://www.facebook.com. */
  readonly dialogUrl: string
  /** Address of the API, such as https://graph.facebook.com. */
  readonly graphUrl: string
  readonly ask: typeof fetch
}

/**
 * Logs in with Facebook's Graph API: a code with PKCE, then email, name and picture. User ids are specific to one app.
 * Facebook doesn't state whether an email is verified, so none counts as verified (ADR-0013).
 */
export function facebookProvider({
  appId,
  appSecret,
  version,
  dialogUrl,
  graphUrl,
  ask,
}: FacebookSettings): LoginProvider {
  const client = new Configuration(
    {
      issuer: dialogUrl,
      authorization_endpoint: `${dialogUrl}/${version}/dialog/oauth`,
      token_endpoint: `${graphUrl}/${version}/oauth/access_token`,
    },
    appId,
    undefined,
    ClientSecretPost(appSecret),
  )
  client.timeout = timeoutSeconds
  client[customFetch] = limitResponses(ask)
  for (const apply of requireHttps(dialogUrl)) apply(client)
  return {
    key: 'facebook',
    name: 'Facebook',
    issuer: `${dialogUrl}/${appId}`,
    authorizeUrl: async ({ redirectUri, state, challenge }) =>
      buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: 'email,public_profile',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }).href,
    profileOf: async ({ callback, state, verifier }) => {
      const { access_token: token } = await authorizationCodeGrant(client, callback, {
        expectedState: state,
        pkceCodeVerifier: verifier,
      })
      const url = new URL(`${graphUrl}/${version}/me`)
      url.searchParams.set(
        'fields',
        'id,name,first_name,last_name,email,picture.width(500).height(500){url,is_silhouette}',
      )
      url.searchParams.set('appsecret_proof', createHmac('sha256', appSecret).update(token).digest('hex'))
      const response = await fetchProtectedResource(client, token, url, 'GET')
      if (!response.ok) throw new Error('Facebook refused to say who it is', { cause: response })
      const me = (await response.json()) as Readonly<Record<string, unknown>>
      const subject = textOf(me.id)
      if (!/^\d{1,40}$/.test(subject)) throw new Error('Facebook sent no valid id')
      return {
        subject,
        email: textOf(me.email) || undefined,
        isEmailVerified: false,
        firstName: textOf(me.first_name) || (textOf(me.name).split(/\s+/)[0] ?? ''),
        lastName: textOf(me.last_name),
        pictureUrl: pictureOf(me.picture, graphUrl),
      }
    },
  }
}

function pictureOf(picture: unknown, graphUrl: string): string | undefined {
  const data = (picture as { data?: { url?: unknown; is_silhouette?: unknown } } | undefined)?.data
  return data === undefined || data.is_silhouette !== false
    ? undefined
    : pictureFrom(data.url, graphUrl, ['.fbsbx.com', '.fbcdn.net'])
}
