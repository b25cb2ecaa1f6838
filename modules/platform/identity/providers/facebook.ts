import { createHmac } from 'node:crypto'
import { type Ask, askJson } from './ask.ts'
import { type LoginProvider, pictureFrom, ProviderRefusal, textOf } from './provider.ts'

export type FacebookSettings = {
  readonly appId: string
  readonly appSecret: string
  /** `v14.0` or later (S1 §7). */
  readonly version: string
  /** Where people say yes: https://www.facebook.com */
  readonly dialogUrl: string
  /** Where we ask: https://graph.facebook.com */
  readonly graphUrl: string
  readonly ask: Ask
}

/**
 * Facebook's Graph: code with PKCE, then e-mail, name and picture. Its numbers of people are those of one app. It does not say whether an e-mail is
 * proven, so none is taken as proven (ADR-0014).
 */
export function facebookProvider({ appId, appSecret, version, dialogUrl, graphUrl, ask }: FacebookSettings): LoginProvider {
  return {
    key: 'facebook',
    name: 'Facebook',
    issuer: `${dialogUrl}/${appId}`,
    authorizeUrl: async ({ redirectUri, state, challenge }) => {
      const query = {
        client_id: appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'email,public_profile',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }
      return `${dialogUrl}/${version}/dialog/oauth?${new URLSearchParams(query).toString()}`
    },
    profileOf: async ({ code, redirectUri, verifier }) => {
      const asked = { client_id: appId, client_secret: appSecret, redirect_uri: redirectUri, code, code_verifier: verifier }
      const token = textOf(
        (
          await askJson(ask, `${graphUrl}/${version}/oauth/access_token`, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams(asked).toString(),
          })
        ).access_token,
      )
      if (token === '') throw new ProviderRefusal('Facebook sent no access token')
      const query = new URLSearchParams({
        fields: 'id,name,first_name,last_name,email,picture.width(500).height(500){url,is_silhouette}',
        appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex'),
      })
      const me = await askJson(ask, `${graphUrl}/${version}/me?${query.toString()}`, { headers: { authorization: `Bearer ${token}` } })
      const subject = textOf(me.id)
      if (!/^\d{1,40}$/.test(subject)) throw new ProviderRefusal('Facebook names nobody')
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
  return data === undefined || data.is_silhouette !== false ? undefined : pictureFrom(data.url, graphUrl, ['.fbsbx.com', '.fbcdn.net'])
}
