def decorate(function):
    return function


class Holder:
    @decorate
    @decorate
    # comment
    def layout(
        self,
        a,
    ):

        x = '''
left of the body
'''
        # left of the body
    # still in the body
        return max(
    a,
  x
)  # end


def after():
    pass


layout = Holder.layout
