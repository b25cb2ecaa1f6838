import { decryptBytes, encryptBytes } from '#modules/platform/identity/index.ts'
import type { WebhookPorts } from './ports.ts'
import { secretBytes } from './rules/signature.ts'

const boundTo = (endpointId: string): string => `webhook-endpoint:${endpointId}`

/** Returns a new secret of an endpoint, and its encrypted form, which only this endpoint can use. */
export function createSecret(
  ports: Pick<WebhookPorts, 'newToken' | 'fieldKey'>,
  endpointId: string,
): { readonly bytes: Buffer; readonly encrypted: Buffer } {
  const bytes = Buffer.from(ports.newToken(secretBytes), 'base64url')
  const nonce = Buffer.from(ports.newToken(12), 'base64url')
  return { bytes, encrypted: encryptBytes(ports.fieldKey, nonce, bytes, boundTo(endpointId)) }
}

/** Decrypts a secret of an endpoint; throws for one of another endpoint. */
export const decryptSecret = (
  { fieldKey }: Pick<WebhookPorts, 'fieldKey'>,
  endpointId: string,
  encrypted: Buffer,
): Buffer => decryptBytes(fieldKey, encrypted, boundTo(endpointId))
