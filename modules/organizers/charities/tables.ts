import type { ColumnType } from 'kysely'
import type { DocumentKind } from '#modules/causes/organizations/rules/verification-form.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    'organizations.embed_host': {
      organization_id: bigint
      position: number
      host: string
      added_at: ColumnType<Date, Date, never>
      added_by_account_id: string | null
    }
    'organizations.report': {
      id: string
      organization_id: bigint
      year: number
      title: string
      bytes: number
      digest: Buffer
      added_at: ColumnType<Date, Date, never>
    }
    'organizations.document': {
      id: string
      organization_id: bigint
      kind: DocumentKind
      file_kind: 'webp' | 'pdf'
      bytes: number
      digest: Buffer
      name: string
      added_at: ColumnType<Date, Date, never>
      added_by_account_id: string | null
    }
    'organizations.request_document': { request_id: string; document_id: string }
    'organizations.deleted_file': { id: string; file_kind: 'webp' | 'pdf'; deleted_at: Date }
  }
}
