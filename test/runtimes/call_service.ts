// Prints what the client of the installed package gets from a service: call_service.ts ADDRESS
import { callService } from './client_calls.ts';

console.log(JSON.stringify(await callService(process.argv[2]!)));
