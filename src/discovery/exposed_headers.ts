/** Value of `Access-Control-Expose-Headers`: the fields of answers that scripts of other origins may read (CORS). */
export const exposedHeaders = 'ETag, Link, Location, Allow, Accept-Query, method-override-required';
