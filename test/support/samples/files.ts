import assert from 'node:assert/strict'
import { upload } from '../pictures.ts'
import { batches, fresh, numbered, type Sample } from '../sampling.ts'

/** The uploaded bytes. */
export const fileSamples: Record<string, Sample> = {
  files: {
    all: (company) => `?active=both&uploaded_by_user_ids=${company.adminId}`,
    reversed: false,
    order: (row) => row.id,
    item: (n) => upload(undefined, { file_name: `picture ${n}.png` }),
    change: { meta_data: { file_description: 'changed' } },
    async make(server, company, count) {
      await batches(
        server,
        company,
        'files',
        numbered(count).map((n) => this.item!(n, company)),
      )
    },
    async touch(server, company, id) {
      const { body, text } = await server.put(company, '/files', [{ id, meta_data: { file_description: fresh() } }])
      assert.equal(body.results.files[id]._status_code, 200, text)
    },
  },
}
