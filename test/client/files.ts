import assert from 'node:assert/strict'
import { type Api, at, must, only } from './cycle.ts'

/** A one-pixel image. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

/** Images: uploaded, found, downloaded, described, deleted. */
export const files = {
  async files(api: Api) {
    const item = { file_name: 'valve.png', file_data: `data:image/png;base64,${pixel}` }
    const made = only((await must(api.POST('/files', { body: { data: [item] } }))).results.files)
    const list = await must(api.GET('/files', { params: { query: { ids: String(made.id) } } }))
    assert.equal(at(list.results.files, made.id).size, 68)
    const raw = await api.GET('/files/raw', { params: { query: { id: made.id } }, parseAs: 'arrayBuffer' })
    assert.equal(Buffer.from((await must(Promise.resolve(raw))) as unknown as ArrayBuffer).toString('base64'), pixel)
    const body = { data: [{ id: made.id, file_name: 'pump.png' }] }
    assert.equal(only((await must(api.PUT('/files', { body }))).results.files).file_name, 'pump.png')
    const gone = await must(api.DELETE('/files', { params: { query: { ids: String(made.id) } } }))
    assert.equal(at(gone.results.files, made.id)._status_code, 200)
  },
}
