declare module '#shared/ports.ts' {
  interface Tables {
    'privacy.export': { id: string; account_id: string; locale: string; asked_at: Date; made_at: Date | null; json: Buffer | null; csv: Buffer | null }
  }
}
export {}
