/** The names of the APIs; they lie in `services`, whose file declares one, and which must not reach up to here. */
export { API_NAMES, isWireApi, WIRE_APIS, type WireApi } from '../services/wire-api.ts';
